import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { Found, LineState } from '@lobby/shared/modules/stock-take.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { useAtomValue } from 'jotai';
import { request } from '../../kit/http/api.ts';
import { now } from '../../kit/http/clock.ts';
import { randomId } from '../../kit/http/ids.ts';
import { scopeAtom } from '../../kit/session/session.ts';

/** A line of a count as its reader may see it. */
export interface Line {
  id: string;
  supplyId: string | null;
  warehouseId: string | null;
  assetId: string | null;
  name: string;
  itemCode: string | null;
  placeId: string | null;
  state: LineState;
  extra: boolean;
  found: Found | null;
  foundPlaceId: string | null;
  note: string | null;
  images: FileInfo[];
  expected?: number | null;
  bookAtCount?: number | null;
  final?: number | null;
  difference?: number | null;
  worth?: number | null;
  counts: { quantity: number | null; found: string | null; byId: string | null; at: string; decides: boolean }[];
}

interface CountAnswer {
  outcome: 'COUNTED' | 'SAME' | 'REFUSED';
  code: string | null;
  at: string | null;
  byId: string | null;
}

/** What is told of one thing: its quantity, or where it was found. */
export interface Counted {
  supplyId?: string;
  warehouseId?: string;
  assetId?: string;
  code?: string;
  quantity?: number;
  found?: 'FOUND' | 'MISSING';
  placeId?: string;
}

/** Sends what was counted of one thing, by the clock of the moment. */
export function useCount(takeId: string): (one: Counted) => Promise<CountAnswer> {
  const scope = useAtomValue(scopeAtom);
  return async one => {
    const line = { ...one, countedAt: new Date(now()).toISOString(), key: randomId() };
    const path = `${stockTake.path}/${takeId}/count`;
    const { data } = await request<CountAnswer[]>('PUT', path, { ...scope, body: { lines: [line] } });
    return data[0] ?? { outcome: 'REFUSED', code: 'FAIL', at: null, byId: null };
  };
}

import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { Found, LineState } from '@lobby/shared/modules/stock-take.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { useAtomValue } from 'jotai';
import { request } from '../../kit/http/api.ts';
import { now } from '../../kit/http/clock.ts';
import { randomId } from '../../kit/http/ids.ts';
import { scopeAtom } from '../../kit/session/session.ts';

/** A line as the user may see it; book quantities may be hidden. */
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

/** A count: the quantity of a supply, or where an asset was found. */
export interface Counted {
  supplyId?: string;
  warehouseId?: string;
  assetId?: string;
  code?: string;
  quantity?: number;
  found?: 'FOUND' | 'MISSING';
  placeId?: string;
}

/** Returns a function that sends a count with its time. */
export function useCount(takeId: string): (counted: Counted) => Promise<CountAnswer> {
  const scope = useAtomValue(scopeAtom);
  return async counted => {
    const line = { ...counted, countedAt: new Date(now()).toISOString(), key: randomId() };
    const path = `${stockTake.path}/${takeId}/count`;
    const { data } = await request<CountAnswer[]>('PUT', path, { ...scope, body: { lines: [line] } });
    return data[0] ?? { outcome: 'REFUSED', code: 'FAIL', at: null, byId: null };
  };
}

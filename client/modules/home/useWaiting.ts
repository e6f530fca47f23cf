import type { Deed, Urgency } from '@lobby/shared/kit/home.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { badgesAtom } from '../../kit/live/badges.ts';
import { useQuery } from '../../kit/live/useQuery.ts';

/** A record as the server calls it. */
export interface Called {
  entity: string;
  id: string;
  title: string;
  code: string | null;
  note: string;
  status: string | null;
  at: string | null;
}

/** Records of a module that wait for the reader in one way. */
export interface Waiting {
  entity: string;
  wait: string;
  as: Urgency;
  does: Deed;
  /** `at` is by when, not since when. */
  due: boolean;
  count: number;
  sum: number | null;
  at: string | null;
  told: string[];
  records: Called[];
  query: string;
}

/** Read again this often, beside each change of a badge. */
const EVERY_MS = 60_000;

/** What waits for the reader in a project; null until it is known. */
export function useWaiting(projectId: string): readonly Waiting[] | null {
  const { data, again } = useQuery<Waiting[]>('/waiting', { scope: { projectId }, every: EVERY_MS });
  const badges = useAtomValue(badgesAtom(projectId));
  // What a badge counts is part of what waits; that the badges were read for the first time changes nothing.
  const before = useRef(badges);
  useEffect(() => {
    if (Object.keys(before.current).length > 0 && before.current !== badges) void again();
    before.current = badges;
  }, [badges, again]);
  return data;
}

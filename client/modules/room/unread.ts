import type { roomReadStatus } from '@lobby/shared/modules/room.contract.ts';
import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { family, store } from '../../kit/base/store.ts';
import { callContract } from '../../kit/http/contract.ts';
import { debounce } from '../../kit/http/debounce.ts';
import { onSaid } from '../../kit/live/live.ts';
import { scopeNow } from '../../kit/session/session.ts';

const QUIET_MS = 120;
const MOST = 100;
const counts = family((_id: string) => atom(0));
const wanted = new Set<string>();
/** Number of the latest request per room; answers of older ones are ignored. */
const latest = new Map<string, number>();
let turn = 0;

/** Loads the counts of all requested rooms in one call. */
const soon = debounce(async () => {
  const ids = [...wanted].slice(0, MOST);
  const mine = ++turn;
  for (const id of ids) {
    wanted.delete(id);
    latest.set(id, mine);
  }
  if (wanted.size > 0) soon.soon();
  const query = { roomIds: ids };
  const answer = await callContract<typeof roomReadStatus>('GET', '/rooms/read-status', { ...scopeNow(), query }).catch(
    () => null,
  );
  for (const { roomId, unread } of answer?.data ?? [])
    if (latest.get(roomId) === mine) store.set(counts(roomId), unread);
}, QUIET_MS);

function ask(id: string): void {
  wanted.add(id);
  soon.soon();
}

/** Number of unread messages of a room, live; `lastMessageAt` from the row. */
export function useUnread(id: string, lastMessageAt: string | null | undefined): number {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message is another count
  useEffect(() => ask(id), [id, lastMessageAt]);
  useEffect(() => onSaid<{ roomId: string }>('read', ({ roomId }) => roomId === id && ask(id)), [id]);
  return useAtomValue(counts(id));
}

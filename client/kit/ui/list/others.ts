import { atom, useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { family, resetFamily, store } from '../../base/store.ts';
import { onSaid } from '../../live/live.ts';
import type { Present } from '../../live/presence.ts';
import { isMe, onSessionEnd } from '../../session/session.ts';

interface Said {
  module: string;
  entityId: string;
  users: Present[];
}

/** People by record, per module. */
const places = family((_module: string) => atom<ReadonlyMap<string, readonly Present[]>>(new Map()));
let watching = false;

function watch(): void {
  if (watching) return;
  watching = true;
  onSaid<Said>('presence', ({ module, entityId, users }) => {
    const others = users.filter(user => !isMe(user.id) && user.kind !== 'resident');
    const next = new Map(store.get(places(module)));
    if (others.length > 0) next.set(entityId, others);
    else next.delete(entityId);
    store.set(places(module), next);
  });
  onSessionEnd(() => resetFamily(places, new Map()));
}

/** Colleagues at any record of a module now, without duplicates. */
export function useOthers(module: string): readonly Present[] {
  useEffect(watch, []);
  const people = [...useAtomValue(places(module)).values()].flat();
  return [...new Map(people.map(person => [person.id, person])).values()];
}

import { atom, type PrimitiveAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { isMe, scopeAtom } from './session.ts';
import { onSaid, say } from './socket.ts';
import { family, resetFamily, store } from './store.ts';

export type Mode = 'viewing' | 'editing' | 'typing';

/** Somebody else who is with a record. */
export interface Present {
  id: string;
  name: string;
  mode: Mode;
  kind?: 'staff' | 'resident';
}

interface Said {
  module: string;
  entityId: string;
  users: Present[];
}

const RENEW = 10_000;
const TYPING_FOR = 4000;
/** The server forgets who did not renew within 15 s; a message that was lost must not leave somebody here for ever. */
const FORGET = 40_000;
const NOBODY: readonly Present[] = [];

const present = family((_key: string): PrimitiveAtom<readonly Present[]> => atom(NOBODY));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Who else is with a record of a module: for its row and its detail. */
export function presentAtom(module: string, entityId: string): PrimitiveAtom<readonly Present[]> {
  return present(`${module}/${entityId}`);
}

/** Who else is with a record. */
export function usePresent(module: string, entityId: string): readonly Present[] {
  return useAtomValue(presentAtom(module, entityId));
}

/** Takes in what the server says of presence. Answers how to stop. */
export function watchPresence(): () => void {
  return onSaid<Said>('presence', ({ module, entityId, users }) => {
    const key = `${module}/${entityId}`;
    const others = users.filter(user => !isMe(user.id));
    store.set(present(key), others.length > 0 ? others : NOBODY);
    clearTimeout(timers.get(key));
    if (others.length === 0) timers.delete(key);
    else
      timers.set(
        key,
        setTimeout(() => store.set(present(key), NOBODY), FORGET),
      );
  });
}

/** Tells the others that the reader is with a record, while mounted; answers a function to call at each key stroke of a message. */
export function usePresence(module: string, entityId: string, mode: 'viewing' | 'editing' = 'viewing'): () => void {
  const scope = useAtomValue(scopeAtom);
  const typing = useRef<() => void>(() => {});
  useEffect(() => {
    const { projectId } = scope;
    if (!projectId) return;
    let decay: ReturnType<typeof setTimeout> | undefined;
    let shown: Mode = mode;
    const tell = (next: Mode | 'left') => say('presence', { projectId, module, entityId, mode: next });
    typing.current = () => {
      if (shown !== 'typing') tell('typing');
      shown = 'typing';
      clearTimeout(decay);
      decay = setTimeout(() => {
        shown = mode;
        tell(mode);
      }, TYPING_FOR);
    };
    tell(mode);
    const renewal = setInterval(() => tell(shown), RENEW);
    return () => {
      clearInterval(renewal);
      clearTimeout(decay);
      typing.current = () => {};
      tell('left');
    };
  }, [scope, module, entityId, mode]);
  return () => typing.current();
}

/** Forgets who is where, at sign-out. */
export function forgetPresence(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  resetFamily(present, NOBODY);
}

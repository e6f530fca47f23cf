import { atom, type PrimitiveAtom, useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { family, resetFamily, store } from '../base/store.ts';
import { isMe, scopeAtom } from '../session/session.ts';
import { onSaid, say } from './socket.ts';

export type Mode = 'viewing' | 'editing' | 'typing';

/** Another user who views or edits a record. */
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
/** The server drops a user who did not renew within 15 s; the client does too, in case that message is lost. */
const FORGET = 40_000;
const NOBODY: readonly Present[] = [];

const present = family((_key: string): PrimitiveAtom<readonly Present[]> => atom(NOBODY));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** The atom of the other users on a record of a module. */
export function presentAtom(module: string, entityId: string): PrimitiveAtom<readonly Present[]> {
  return present(`${module}/${entityId}`);
}

/** The other users on a record. */
export function usePresent(module: string, entityId: string): readonly Present[] {
  return useAtomValue(presentAtom(module, entityId));
}

/** Applies presence messages of the server. Returns a function to stop. */
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

/** Reports the reader's presence on a record while mounted; returns a function to call at each key stroke of a message. */
export function usePresence(module: string, entityId: string, mode: 'viewing' | 'editing' = 'viewing'): () => void {
  const scope = useAtomValue(scopeAtom);
  const typing = useRef<() => void>(() => {});
  useEffect(() => {
    const { projectId } = scope;
    // Not on a switch from viewing to editing.
    return () => void (projectId && say('presence', { projectId, module, entityId, mode: 'left' }));
  }, [scope, module, entityId]);
  useEffect(() => {
    const { projectId } = scope;
    if (!projectId) return;
    let decay: ReturnType<typeof setTimeout> | undefined;
    let shown: Mode = mode;
    const tell = (next: Mode) => say('presence', { projectId, module, entityId, mode: next });
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
    };
  }, [scope, module, entityId, mode]);
  return () => typing.current();
}

/** Clears all presence, at sign-out. */
export function forgetPresence(): void {
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  resetFamily(present, NOBODY);
}

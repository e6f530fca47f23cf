import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TOAST_MS, toast } from '../../base/toast.ts';
import { dataOf, type Scope } from '../../http/api.ts';
import { discard, type Outgoing, release, send, takeBack, useOutgoing } from '../../offline/outbox.ts';
import { namedFiles } from './attached.ts';
import { stillNamed } from './mentions.ts';
import { joined, type Write, type Written } from './reply-draft.ts';

/** How long a word to a resident can be taken back, ms. */
const GRACE_MS = 5000;

/** An act on the record that goes with its answer. */
export type Finish = NonNullable<Outgoing['act']>;

/** Sends what was written in a conversation; what goes to a resident waits five seconds, in which it can be taken back. */
export function useSending(path: string, scope: Scope, restore: (written: Written) => void) {
  const { t } = useTranslation(['thread', 'around']);
  return {
    now: () => release(path),
    send(written: Written, finish?: Finish, replyToId?: string): void {
      const { content, private: hidden, files, mentions, about } = written;
      const held = !hidden || finish !== undefined;
      const when = held ? { from: Date.now() + GRACE_MS } : {};
      const text = content.trim();
      const called = hidden ? stillNamed(text, mentions) : [];
      const body = {
        content: text,
        private: hidden,
        ...namedFiles(files),
        ...(called.length > 0 && { mentions: called }),
        ...(replyToId && { replyToId }),
        ...(!hidden && about),
      };
      const keys = [send(path, scope, body, undefined, { ...when, written })];
      if (finish) keys.push(send(path, scope, {}, finish, { ...when, after: keys[0] ?? '' }));
      if (!held) return;
      const undo = () => {
        if (takeBack(path, keys)) restore(written);
        else toast({ tone: 'waiting', title: t('gone') });
      };
      toast({
        tone: 'going',
        title: t('held'),
        action: { label: t('around:undo.undo'), keys: 'z', lastsMs: TOAST_MS, onAct: undo },
      });
    },
  };
}

/** Refusals of what was written for a record that is another by now. */
const RETURNED = ['MOVED_MEANWHILE', 'STATUS_CHANGED'];

/** Puts what was refused since its record moved or ended back to where it was written: its writer is asked. */
export function useReturned(path: string, draft: Written, write: Write): void {
  const waiting = useOutgoing(path);
  // Among what is noted for colleagues it has no place: it waits in the thread until they are done.
  const isNote = draft.private && (draft.content !== '' || draft.files.length > 0);
  const refused = isNote ? undefined : waiting.find(isReturned);
  const take = useEffectEvent(({ key, written, error }: Outgoing) => {
    discard(path, key);
    write(before => ({ ...joined(dataOf<Written>(written), before), private: false }));
    toast({ tone: 'bad', title: error?.message ?? '' });
  });
  useEffect(() => {
    if (refused) take(refused);
  }, [refused]);
}

const isReturned = ({ state, error, written }: Outgoing) =>
  state === 'failed' && written !== undefined && RETURNED.includes(error?.code ?? '');

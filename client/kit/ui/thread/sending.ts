import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { TOAST_MS, toast } from '../../base/toast.ts';
import { dataOf, type Scope } from '../../http/api.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import { discard, type Outgoing, release, send, takeBack, useOutgoing } from '../../offline/outbox.ts';
import { namedFiles } from './attached.ts';
import { stillNamed } from './mentions.ts';
import { joined, type Write, type Written } from './reply-draft.ts';

/** How long a message to a resident can be taken back, in ms. */
const GRACE_MS = 5000;

/** An act on the record sent along with the reply. */
export type Finish = NonNullable<Outgoing['act']>;

/** Sends a message; one to a resident waits five seconds, during which it can be taken back. */
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

/** Refusals of messages whose record has changed since they were written. */
const RETURNED = ['MOVED_MEANWHILE', 'STATUS_CHANGED'];

/** Returns messages that were refused because their record moved or was closed to the composer, where the author is asked. */
export function useReturned(path: string, draft: Written, write: Write): void {
  const waiting = useOutgoing(path);
  // Not while an internal note is being written: the message waits in the thread until then.
  const isNote = draft.private && (draft.content !== '' || draft.files.length > 0);
  const refused = isNote ? undefined : waiting.find(isReturned);
  const take = useEffectEvent(({ key, written, error }: Outgoing) => {
    discard(path, key);
    write(before => ({ ...joined(dataOf<Written>(written), before), private: false }));
    void toastRefusal(error);
  });
  useEffect(() => {
    if (refused) take(refused);
  }, [refused]);
}

const isReturned = ({ state, error, written }: Outgoing) =>
  state === 'failed' && written !== undefined && RETURNED.includes(error?.code ?? '');

import { useTranslation } from 'react-i18next';
import { TOAST_MS, toast } from '../../base/toast.ts';
import type { Scope } from '../../http/api.ts';
import { type Outgoing, release, send, takeBack } from '../../offline/outbox.ts';
import { namedFiles } from './attached.ts';
import { stillNamed } from './mentions.ts';
import type { Written } from './reply-draft.ts';

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
      const { content, private: hidden, files, mentions } = written;
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
      };
      const keys = [send(path, scope, body, undefined, when)];
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

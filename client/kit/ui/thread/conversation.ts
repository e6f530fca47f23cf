import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { store } from '../../base/store.ts';
import { request, type Scope } from '../../http/api.ts';
import { connectionAtom } from '../../live/connection.ts';
import { followModule } from '../../live/live.ts';

/** A message about a record as it travels; `imageIds` when it came with an event, without links. */
export interface Message {
  id: string;
  at: string;
  author: { id: string; name: string; kind: 'staff' | 'resident' | 'system' };
  content: string;
  private: boolean;
  images: FileInfo[];
  attachments: FileInfo[];
  /** Colleagues who were called in by a note. */
  mentions?: { id: string; name: string }[];
  imageIds?: string[];
  type?: 'TEXT' | 'IMAGE' | 'FILE' | 'LINK' | 'SYSTEM' | 'NOTE';
  /** The message that it answers. */
  replyToId?: string | null;
  /** Taken back: words and files are gone. */
  withdrawnAt?: string | null;
  /** What came of a message: the record that it leads to. */
  link?: { module: string; id: string; code: string; title: string };
}

interface Conversation {
  phase: 'first' | 'ready' | 'failed';
  messages: readonly Message[];
  /** Whether there are older ones. */
  more: boolean;
}

const PAGE = 50;
/** Where the messages about a record are read and posted. */
export const messagesPath = ({ path }: Definition, id: string) => `${path}/${id}/messages`;
const byId = (a: Message, b: Message) => (a.id < b.id ? -1 : 1);

const filesOf = ({ images, attachments }: Message) => images.length + attachments.length;

function joined(known: readonly Message[], more: readonly Message[]): Message[] {
  const all = new Map(known.map(message => [message.id, message]));
  for (const message of more) {
    const before = all.get(message.id);
    // An event brings no links to pictures: what was read with them is kept.
    if (!before || message.withdrawnAt || filesOf(before) <= filesOf(message)) all.set(message.id, message);
  }
  return [...all.values()].sort(byId);
}

/** Whether a value is a message as it travels. */
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'id' in value && 'author' in value && 'content' in value;

/** The conversation about a record, live; `take` puts in what was just sent, `older` reads further back. */
export function useConversation(scope: Scope, definition: Definition, id: string) {
  const live = useMemo(() => openConversation(scope, definition, id), [scope, definition, id]);
  const { since } = useAtomValue(connectionAtom);
  useEffect(() => live.follow(), [live]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read without a network is read once it is back
  useEffect(() => live.begin(), [live, since]);
  return { ...useAtomValue(live.view), take: live.take, older: live.older, reload: live.reload };
}

function openConversation(scope: Scope, definition: Definition, id: string) {
  const view = atom<Conversation>({ phase: 'first', messages: [], more: false });
  const path = messagesPath(definition, id);
  const put = (messages: readonly Message[], rest: Partial<Conversation> = {}) =>
    store.set(view, before => ({ ...before, ...rest, messages: joined(before.messages, messages) }));
  const read = (query: { before?: string }) =>
    request<Message[]>('GET', path, { ...scope, query: { limit: PAGE, ...query } });

  async function reload(): Promise<void> {
    try {
      const { data } = await read({});
      put(data, {
        phase: 'ready',
        more: store.get(view).phase === 'ready' ? store.get(view).more : data.length === PAGE,
      });
    } catch {
      store.set(view, before => (before.phase === 'ready' ? before : { ...before, phase: 'failed' }));
    }
  }

  return {
    view,
    /** Reads what was not read yet. */
    begin(): void {
      if (store.get(view).phase !== 'ready') void reload();
    },
    reload: () => void reload(),
    take: (message: Message) => put([message]),
    async older(): Promise<void> {
      const first = store.get(view).messages[0];
      if (!first) return;
      const { data } = await read({ before: first.id });
      put(data, { more: data.length === PAGE });
    },
    follow() {
      return followModule(scope, definition.code, notice => {
        if (notice.kind === 'resync') return void reload();
        const { message, entityId } = notice.event;
        if (entityId !== id || !isMessage(message)) return;
        put([message]);
        if (message.imageIds?.length) void reload();
      });
    },
  };
}

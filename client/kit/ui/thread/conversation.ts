import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo } from 'react';
import { store } from '../../base/store.ts';
import { request, type Scope } from '../../http/api.ts';
import { connectionAtom } from '../../live/connection.ts';
import { subscribeToModule } from '../../live/live.ts';

/** A message in answers; with `imageIds` if it came with an event, which has no links. */
export interface Message {
  id: string;
  at: string;
  author: { id: string; name: string; kind: 'staff' | 'resident' | 'system' };
  content: string;
  private: boolean;
  images: FileInfo[];
  attachments: FileInfo[];
  /** Colleagues mentioned in a note. */
  mentions?: { id: string; name: string }[];
  imageIds?: string[];
  type?: 'TEXT' | 'IMAGE' | 'FILE' | 'LINK' | 'SYSTEM' | 'NOTE';
  /** The message it replies to. */
  replyToId?: string | null;
  /** Withdrawn: text and files are gone. */
  withdrawnAt?: string | null;
  /** The unit whose household the message was exchanged with. */
  unitId?: string | null;
  /** The record created from the message. */
  link?: { module: string; id: string; code: string; title: string };
}

interface Conversation {
  phase: 'first' | 'ready' | 'failed';
  messages: readonly Message[];
  /** Whether there are older or newer ones. */
  more: boolean;
  newer: boolean;
  /** The requested message. */
  at: string | null;
}

/** Position in a conversation: a message, or a day. */
export type Place = { around: string } | { date: string };

const PAGE = 50;
/** URL of a record's messages. */
export const messagesPath = ({ path }: Definition, id: string) => `${path}/${id}/messages`;
const byId = (a: Message, b: Message) => (a.id < b.id ? -1 : 1);

const filesOf = ({ images, attachments }: Message) => images.length + attachments.length;

function joined(earlier: readonly Message[], more: readonly Message[]): Message[] {
  const all = new Map(earlier.map(message => [message.id, message]));
  for (const message of more) {
    const before = all.get(message.id);
    // An event has no file links, so a message loaded with them is kept. A withdrawn message stays so, even if an older
    // answer arrives later.
    if (!before || message.withdrawnAt || (!before.withdrawnAt && filesOf(before) <= filesOf(message)))
      all.set(message.id, message);
  }
  return [...all.values()].sort(byId);
}

/** Type guard of messages. */
export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && 'id' in value && 'author' in value && 'content' in value;

/** The conversation about a record, live; `take` adds a message just sent, `older` loads earlier ones. */
export function useConversation(scope: Scope, definition: Definition, id: string) {
  const live = useMemo(() => openConversation(scope, definition, id), [scope, definition, id]);
  const { since } = useAtomValue(connectionAtom);
  useEffect(() => live.follow(), [live]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be read without a network is read once it is back
  useEffect(() => live.begin(), [live, since]);
  const { take, older, later, jump, newest, reload } = live;
  return { ...useAtomValue(live.view), take, older, later, jump, newest, reload };
}

/** The conversation about a record, outside of components. */
export function openConversation(scope: Scope, definition: Definition, id: string) {
  const view = atom<Conversation>({ phase: 'first', messages: [], more: false, newer: false, at: null });
  const path = messagesPath(definition, id);
  const put = (messages: readonly Message[], rest: Partial<Conversation> = {}) =>
    store.set(view, before => ({ ...before, ...rest, messages: joined(before.messages, messages) }));
  const read = (query: { before?: string; after?: string } | Place) =>
    request<Message[]>('GET', path, { ...scope, query: { limit: PAGE, ...query } });

  /** Number of the current position: answers requested for an earlier one are dropped. */
  let turn = 0;
  const begun = (mine: number) => () => mine === turn;

  async function reload(): Promise<void> {
    try {
      const { data } = await read({});
      // The reader has moved elsewhere meanwhile, so the newest messages would leave a gap.
      if (store.get(view).newer) return;
      put(data, {
        phase: 'ready',
        more: store.get(view).phase === 'ready' ? store.get(view).more : data.length === PAGE,
      });
    } catch {
      store.set(view, before => (before.phase === 'ready' ? before : { ...before, phase: 'failed' }));
    }
  }

  /** Live messages are added after the newest one only; elsewhere they would leave a gap. */
  function take(message: Message): void {
    const { newer, messages } = store.get(view);
    if (!newer || messages.some(({ id }) => id === message.id)) put([message]);
  }

  async function newest(): Promise<void> {
    const isLast = begun(++turn);
    const { data } = await read({});
    if (isLast())
      store.set(view, { phase: 'ready', messages: data, more: data.length === PAGE, newer: false, at: null });
  }

  return {
    view,
    newest,
    /** Loads messages around a message or from a day, replacing the loaded ones. */
    async jump(place: Place): Promise<void> {
      const isLast = begun(++turn);
      const { data } = await read(place);
      if (!isLast()) return;
      const at = 'around' in place ? place.around : data[0]?.id;
      if (!at) return newest();
      store.set(view, { phase: 'ready', messages: data, more: true, newer: true, at });
    },
    async later(): Promise<void> {
      const last = store.get(view).messages.at(-1);
      if (!last) return;
      const isLast = begun(turn);
      const { data } = await read({ after: last.id });
      if (isLast()) put(data, { newer: data.length === PAGE });
    },
    /** Loads the conversation if it is not loaded yet. */
    begin(): void {
      if (store.get(view).phase !== 'ready') void reload();
    },
    reload: () => void reload(),
    take,
    async older(): Promise<void> {
      const first = store.get(view).messages[0];
      if (!first) return;
      const isLast = begun(turn);
      const { data } = await read({ before: first.id });
      if (isLast()) put(data, { more: data.length === PAGE });
    },
    follow() {
      return subscribeToModule(scope, definition.code, notice => {
        if (notice.kind === 'resync') return void (store.get(view).newer ? newest() : reload());
        const { message, entityId } = notice.event;
        if (entityId !== id || !isMessage(message)) return;
        take(message);
        if (message.imageIds?.length && !store.get(view).newer) void reload();
      });
    },
  };
}

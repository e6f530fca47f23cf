import { fold } from '@lobby/shared/kit/words.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { TicketReplyRow } from '@lobby/shared/modules/ticket-reply.ts';
import { useEffect, useState } from 'react';
import { request, type Scope } from '../../kit/api.ts';

/** What a canned reply is to whoever uses it. */
export type CannedReply = Pick<TicketReplyRow, 'id' | 'name' | 'content' | 'typeId'>;

/** The canned replies of the project that suit a type of ticket. */
export function useCannedReplies(scope: Scope, typeId: string | null): readonly CannedReply[] {
  const [replies, setReplies] = useState<readonly CannedReply[]>([]);
  useEffect(() => {
    void request<CannedReply[]>('GET', `${ticket.path}/replies`, scope).then(
      ({ data }) => setReplies(data),
      // Without the right to see them there is nothing to offer.
      () => setReplies([]),
    );
  }, [scope]);
  return replies.filter(reply => !reply.typeId || reply.typeId === typeId);
}

/** The slash that begins the last line of a text: what stands before it, and the letters after it; null without one. */
export function slashOf(text: string): { before: string; typed: string } | null {
  const typed = /(?:^|\n)\/(.*)$/.exec(text)?.[1];
  return typed === undefined ? null : { before: text.slice(0, text.length - typed.length - 1), typed };
}

/** Replies that hold all the words typed after the slash. */
export function findReplies(replies: readonly CannedReply[], typed: string): readonly CannedReply[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return replies
    .filter(({ name, content }) => words.every(word => fold(`${name} ${content}`).includes(word)))
    .slice(0, 6);
}

/** A reply with its variables filled in; what is not known stays as it is, to be seen and written. */
export function fillIn(content: string, values: Readonly<Record<string, string | undefined>>): string {
  return content.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] || whole);
}

import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Scope } from '../../http/api.ts';
import { useQuery } from '../../live/useQuery.ts';

/** What a canned reply is to whoever uses it. */
export interface CannedReply {
  id: string;
  name: string;
  content: string;
  typeId: string | null;
}

/** The canned replies of the project, read at a path, that suit a type of request. */
export function useCannedReplies(scope: Scope, path: string | null, typeId: string | null): readonly CannedReply[] {
  // Without the right to see them there is nothing to offer.
  const { data } = useQuery<readonly CannedReply[]>(path, { scope });
  return (data ?? []).filter(reply => !reply.typeId || reply.typeId === typeId);
}

/** The slash that begins the last line of a text: what stands before it, and the letters after it; null without one. */
export function slashOf(text: string): { before: string; typed: string } | null {
  const typed = /(?:^|\n)\/(.*)$/.exec(text)?.[1];
  return typed === undefined ? null : { before: text.slice(0, text.length - typed.length - 1), typed };
}

/** The word after a slash that begins a line: it stands for a canned reply, and is no answer to a resident as it is. */
export const slashWord = (text: string): string | null => /^\/(\p{L}.*)$/mu.exec(text)?.[1]?.trim() ?? null;

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

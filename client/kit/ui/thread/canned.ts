import { fold } from '@lobby/shared/kit/text-search.ts';
import type { Scope } from '../../http/api.ts';
import { useQuery } from '../../live/useQuery.ts';

/** A canned reply in the composer. */
export interface CannedReply {
  id: string;
  name: string;
  content: string;
  typeId: string | null;
}

/** Canned replies at a URL that suit a type of request. */
export function useCannedReplies(scope: Scope, path: string | null, typeId: string | null): readonly CannedReply[] {
  // Without permission there are none.
  const { data } = useQuery<readonly CannedReply[]>(path, { scope });
  return (data ?? []).filter(reply => !reply.typeId || reply.typeId === typeId);
}

/** Splits a text at a slash that starts its last line; null if there is none. */
export function slashOf(text: string): { before: string; typed: string } | null {
  const typed = /(?:^|\n)\/(.*)$/.exec(text)?.[1];
  return typed === undefined ? null : { before: text.slice(0, text.length - typed.length - 1), typed };
}

/** The word after a slash at the start of a line: an unresolved canned reply, which must not be sent. */
export const slashWord = (text: string): string | null => /^\/(\p{L}.*)$/mu.exec(text)?.[1]?.trim() ?? null;

/** Replies that contain all words typed after the slash. */
export function findReplies(replies: readonly CannedReply[], typed: string): readonly CannedReply[] {
  const words = fold(typed).split(/\s+/).filter(Boolean);
  return replies
    .filter(({ name, content }) => words.every(word => fold(`${name} ${content}`).includes(word)))
    .slice(0, 6);
}

/** Fills the variables of a reply; unknown ones stay visible, to be replaced by hand. */
export function fillIn(content: string, values: Readonly<Record<string, string | undefined>>): string {
  return content.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] || whole);
}

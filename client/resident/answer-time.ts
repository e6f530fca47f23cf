import { MINUTE_MS } from '@lobby/shared/kit/dates.ts';

interface Said {
  at: string;
  author: { kind: string };
}

/**
 * Computes the usual response time of staff: the median wait of first unanswered messages in minutes, and the number of
 * answers; null if there are none.
 */
export function usualAnswer(messages: readonly Said[]): { minutes: number; of: number } | null {
  const waits: number[] = [];
  let since: string | null = null;
  for (const { at, author } of messages) {
    if (author.kind === 'resident') since ??= at;
    else if (author.kind === 'staff' && since) {
      waits.push(Date.parse(at) - Date.parse(since));
      since = null;
    }
  }
  if (waits.length === 0) return null;
  const middle = waits.toSorted((a, b) => a - b)[Math.floor((waits.length - 1) / 2)] ?? 0;
  return { minutes: Math.max(1, Math.round(middle / MINUTE_MS)), of: waits.length };
}

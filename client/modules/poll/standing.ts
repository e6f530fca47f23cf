import type { PollRow } from '@lobby/shared/modules/poll.ts';

/** Answers of a poll with votes and shares, and whether results are still hidden. */
export function standingOf({
  counts,
  options,
  voted,
  results,
  status,
}: Partial<Omit<PollRow, 'status'>> & { status?: unknown }) {
  const votes = new Map((counts ?? []).map(count => [count.id, count.votes]));
  return {
    hidden: results === 'AFTER_CLOSE' && status === 'OPEN',
    lines: (options ?? []).map(({ id, text }) => {
      const count = votes.get(id) ?? 0;
      return { answer: text, votes: count, share: voted ? count / voted : 0 };
    }),
  };
}

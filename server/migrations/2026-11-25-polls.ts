import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  question: string;
  description?: string | null;
  answers: { answer: string }[];
  results?: { votes: number }[];
  votesBy: string;
  voteCount: number;
  creatorId: string | null;
  openedAt: Date | null;
  closesAt: Date | null;
  createdAt: Date;
}

const MONTH_MS = 30 * DAY_MS;

/** The options of polls have ids, by which votes name them; each poll has an end. */
export const optionsOfPolls: Migration = {
  name: '2026-11-25 options of polls',
  async run() {
    const rows = db().collection<Old>(collectionOf(poll));
    const votes = db().collection<{ _id: string; choices: number[] }>('poll-votes');
    for await (const old of rows.find({ question: { $exists: true } })) {
      const options = old.answers.map(({ answer }) => ({ id: newId(), text: answer }));
      const counts = (old.results ?? []).map(({ votes: count }, at) => ({ id: options[at]?.id ?? '', votes: count }));
      const fresh = {
        title: old.question,
        content: old.description ?? null,
        options,
        counts,
        weight: old.votesBy,
        voted: old.voteCount,
        authorId: old.creatorId,
        results: 'ALWAYS',
        change: true,
        opensAt: old.openedAt,
        closesAt: old.closesAt ?? new Date((old.openedAt ?? old.createdAt).getTime() + MONTH_MS),
      };
      await rows.updateOne({ _id: old._id }, [
        { $set: fresh },
        { $unset: ['question', 'description', 'answers', 'votesBy', 'voteCount', 'creatorId'] },
      ]);
      for await (const vote of votes.find({ pollId: old._id }))
        await votes.updateOne(
          { _id: vote._id },
          { $set: { optionIds: vote.choices.map(at => options[at]?.id ?? '') }, $unset: { choices: '' } },
        );
    }
  },
};

import { poll } from '@lobby/shared/modules/poll.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import { load } from '../../kit/records/act.ts';
import { Overtaken, save, untilSettled } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';

interface Vote {
  /** `<poll>/<voter>`: one each. */
  _id: string;
  projectId: string;
  pollId: string;
  /** Places of the answers chosen. */
  choices: number[];
  at: Date;
}

export const voteCollection: Collection = { name: 'poll-votes', indexes: [{ key: { projectId: 1, pollId: 1 } }] };
const votes = () => db().collection<Vote>(voteCollection.name);

/** Who votes: the person, or the unit that the person speaks for. */
const voteId = (ctx: Ctx, { _id, votesBy }: Stored) => `${_id}/${votesBy === 'UNIT' ? ctx.unitId : ctx.userId}`;

/** What the caller has chosen; nothing yet is an empty list. */
export const ownVote = async (ctx: Ctx, doc: Stored): Promise<number[]> =>
  (await votes().findOne({ _id: voteId(ctx, doc) }))?.choices ?? [];

/** Votes, or votes anew while the poll is open: one vote each, counted in the poll within the same transaction. */
export const vote = (ctx: Ctx, pollId: string, choices: readonly number[]): Promise<Stored> =>
  untilSettled(() => attempt(ctx, pollId, choices));

async function attempt(ctx: Ctx, pollId: string, choices: readonly number[]): Promise<Stored> {
  const doc = await load(ctx, poll, pollId);
  const closed = doc.closesAt instanceof Date && doc.closesAt <= ctx.now;
  if (doc.status !== 'OPEN' || closed) fail('POLL_OVER');
  const results: unknown[] = Array.isArray(doc.results) ? doc.results : [];
  if (choices.some(at => at >= results.length)) failFields({ choices: { code: 'CHOICE_INVALID' } });
  if (choices.length > Number(doc.most))
    failFields({ choices: { code: 'TOO_MANY', params: { max: Number(doc.most) } } });
  const counted = async (session: Session) => {
    const _id = voteId(ctx, doc);
    await takeTurn(`vote ${_id}`, session);
    const before = await votes().findOne({ _id }, { session });
    const row = { projectId: ctx.projectId, pollId, choices: [...choices], at: ctx.now };
    await votes().updateOne({ _id }, { $set: row }, { upsert: true, session });
    return before;
  };
  // Two ways of one voter at once: the second begins again after the first, by its turn.
  const before = await votes().findOne({ _id: voteId(ctx, doc) });
  const inc: Record<string, number> = before ? {} : { voteCount: 1 };
  for (const at of before?.choices ?? []) inc[`results.${at}.votes`] = (inc[`results.${at}.votes`] ?? 0) - 1;
  for (const at of choices) inc[`results.${at}.votes`] = (inc[`results.${at}.votes`] ?? 0) + 1;
  const changed = Object.fromEntries(Object.entries(inc).filter(([, by]) => by !== 0));
  const [saved] = await save(ctx, [
    {
      definition: poll,
      action: 'vote',
      // Who voted for what is nobody's to read: the activity tells that somebody did.
      note: { before: null, after: null },
      update: { doc, set: {}, inc: changed, keepVersion: true, while: { status: 'OPEN' } },
      async also(session) {
        const found = await counted(session);
        if (JSON.stringify(found?.choices ?? null) !== JSON.stringify(before?.choices ?? null)) throw new Overtaken();
      },
    },
  ]);
  return saved ?? doc;
}

import { poll } from '@lobby/shared/modules/poll.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { serializeBy } from '../../kit/database/serialize.ts';
import { blindIndex } from '../../kit/privacy/personal.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { retryOnConflict, save, VersionConflict } from '../../kit/store/save.ts';
import { isEntitled } from './entitled.ts';

interface Vote {
  /** `<poll>/<voter>`: one vote per voter. */
  _id: string;
  projectId: string;
  pollId: string;
  /** Chosen options. */
  optionIds: string[];
  at: Date;
  /** In polls that are not anonymous: the home, and the account that voted first. */
  unitId?: string | null;
  by?: string;
}

export const voteCollection: Collection = { name: 'poll-votes', indexes: [{ key: { projectId: 1, pollId: 1 } }] };
const votes = () => db().collection<Vote>(voteCollection.name);

/** Number of votes by block, kept apart from the votes, which do not tell their block. */
interface BlockTurnout {
  _id: string;
  projectId: string;
  pollId: string;
  blockId: string | null;
  voted: number;
}
export const turnoutCollection: Collection = { name: 'poll-turnout', indexes: [{ key: { projectId: 1, pollId: 1 } }] };
const turnouts = () => db().collection<BlockTurnout>(turnoutCollection.name);

async function countIn(ctx: Ctx, pollId: string, session: Session): Promise<void> {
  const home = ctx.unitId ? (await loadRefs(ctx.projectId, unit, [ctx.unitId])).get(ctx.unitId) : undefined;
  const blockId = home?.blockId ?? null;
  const set = { projectId: ctx.projectId, pollId, blockId };
  await turnouts().updateOne(
    { _id: `${pollId}/${blockId ?? '-'}` },
    { $set: set, $inc: { voted: 1 } },
    { upsert: true, session },
  );
}

/** Number of votes of a poll by block. */
export const loadTurnouts = ({ projectId }: Ctx, { _id }: Doc<typeof poll>): Promise<BlockTurnout[]> =>
  turnouts().find({ projectId, pollId: _id }, { maxTimeMS: 2000 }).toArray();

/** Votes of a poll that is not anonymous, with the account and home of the first vote. */
export async function namedVotes({ projectId }: Ctx, { _id, weight }: Doc<typeof poll>) {
  const rows = await votes().find({ projectId, pollId: _id }, { maxTimeMS: 2000 }).limit(20_000).toArray();
  return rows.map(({ _id: id, at, by, unitId }) => {
    const voter = id.slice(id.indexOf('/') + 1);
    const ofUnit = weight === 'UNIT';
    return { at, userId: by ?? (ofUnit ? null : voter), unitId: unitId ?? (ofUnit ? voter : null) };
  });
}

/** First voter of the caller's unit, unless secret; null if nobody voted, or the voter is not known. */
export async function firstVoter(ctx: Ctx, doc: Doc<typeof poll>): Promise<string | null> {
  if (doc.weight !== 'UNIT' || doc.anonymous === true) return null;
  const row = await votes().findOne({ _id: voteId(ctx, doc) });
  const person = row?.by
    ? await records(resident)
        .withRemoved()
        .first(ctx, { userId: row.by }, { only: ['name'] })
    : null;
  return person ? person.name : null;
}

type Voter = Pick<Ctx, 'projectId' | 'unitId' | 'userId'>;

/** Vote id of the person, or of the unit that they vote for. */
function voteId(ctx: Voter, { _id, weight, anonymous }: Doc<typeof poll>): string {
  const voter = (weight === 'UNIT' ? ctx.unitId : ctx.userId) ?? '';
  return `${_id}/${anonymous === true ? blindIndex(ctx.projectId, 'poll', `${_id}:${voter}`) : voter}`;
}

/** People who have voted themselves or through their unit: `<unit> <account>`. */
export async function votersAmong(
  { projectId }: Pick<Ctx, 'projectId'>,
  doc: Doc<typeof poll>,
  people: readonly { unitId: string; userId: string }[],
): Promise<Set<string>> {
  const ids = people.map(
    person => [voteId({ projectId, ...person }, doc), `${person.unitId} ${person.userId}`] as const,
  );
  const voted = await votes().distinct('_id', { projectId, pollId: doc._id });
  const votedIds = new Set(voted);
  return new Set(ids.flatMap(([id, who]) => (votedIds.has(id) ? [who] : [])));
}

/** Whether the results are hidden from everybody, staff included. */
export const isHidden = ({ results }: Doc<typeof poll>): boolean => results === 'AFTER_CLOSE';

/** Votes by option, counted from the stored votes. */
export async function countVotes({ projectId }: Ctx, doc: Doc<typeof poll>): Promise<{ id: string; votes: number }[]> {
  const counts = await votes()
    .aggregate<{ _id: string; count: number }>([
      { $match: { projectId, pollId: doc._id } },
      { $unwind: '$optionIds' },
      { $group: { _id: '$optionIds', count: { $sum: 1 } } },
    ])
    .toArray();
  const byId = new Map(counts.map(({ _id, count }) => [_id, count]));
  return countsOf(doc).map(({ id }) => ({ id, votes: byId.get(id) ?? 0 }));
}

/** The caller's choice; empty before they vote. */
export const ownVote = async (ctx: Ctx, doc: Doc<typeof poll>): Promise<string[]> =>
  (await votes().findOne({ _id: voteId(ctx, doc) }))?.optionIds ?? [];

/** Casts or changes a vote while the poll is open: one vote each, counted in the poll in the same transaction. */
export const vote = (ctx: Ctx, pollId: string, optionIds: readonly string[]): Promise<Doc<typeof poll>> =>
  retryOnConflict(() => attempt(ctx, pollId, optionIds));

async function attempt(ctx: Ctx, pollId: string, optionIds: readonly string[]): Promise<Doc<typeof poll>> {
  const doc = await load(ctx, poll, pollId);
  const closed = doc.closesAt <= ctx.now;
  if (doc.status !== 'OPEN' || closed) fail('STATUS_NOT_ALLOWED', { status: doc.status, version: doc.version });
  if (!(await isEntitled(ctx, doc))) fail('POLL_NOT_ENTITLED');
  const places = countsOf(doc).map(option => option.id);
  if (optionIds.some(id => !places.includes(id))) failFields({ optionIds: { code: 'CHOICE_INVALID' } });
  if (optionIds.length > doc.most || new Set(optionIds).size < optionIds.length)
    failFields({ optionIds: { code: 'POLL_TOO_MANY_ANSWERS' } }, 'POLL_TOO_MANY_ANSWERS');
  const counted = async (session: Session) => {
    const _id = voteId(ctx, doc);
    await serializeBy(`vote ${_id}`, session);
    const before = await votes().findOne({ _id }, { session });
    const row = { projectId: ctx.projectId, pollId, optionIds: [...optionIds], at: ctx.now };
    const first = doc.anonymous === true ? {} : { unitId: ctx.unitId, by: ctx.userId };
    await votes().updateOne({ _id }, { $set: row, $setOnInsert: first }, { upsert: true, session });
    if (!before) await countIn(ctx, pollId, session);
    return before;
  };
  // Concurrent votes of one voter: the second retries after the first.
  const before = await votes().findOne({ _id: voteId(ctx, doc) });
  if (before && doc.change === false) fail('POLL_VOTED', { by: await firstVoter(ctx, doc) });
  const inc: Record<string, number> = before ? {} : { voted: 1 };
  const add = (id: string, by: number) => {
    const key = `counts.${places.indexOf(id)}.votes`;
    inc[key] = (inc[key] ?? 0) + by;
  };
  // Hidden votes are in no record, event or export before the end.
  for (const id of isHidden(doc) ? [] : (before?.optionIds ?? [])) add(id, -1);
  for (const id of isHidden(doc) ? [] : optionIds) add(id, 1);
  const changed = Object.fromEntries(Object.entries(inc).filter(([, by]) => by !== 0));
  const [saved] = await save(ctx, [
    {
      definition: poll,
      action: 'vote',
      // The activity says that somebody voted, not for what.
      note: { before: null, after: null },
      update: { doc, set: {}, inc: changed, keepVersion: true, while: { status: 'OPEN' } },
      async also(session) {
        const latest = await counted(session);
        if (JSON.stringify(latest?.optionIds ?? null) !== JSON.stringify(before?.optionIds ?? null))
          throw new VersionConflict();
      },
    },
  ]);
  return saved ?? doc;
}

const countsOf = (doc: Doc<typeof poll>) => doc.counts.map(({ id, votes }) => ({ id: id ?? '', votes }));

/** Results as far as the caller may see them: percent of the votes, with one decimal. */
export async function loadResults(ctx: Ctx, doc: Doc<typeof poll>) {
  const { voted, entitled } = doc;
  const over = doc.status !== 'OPEN';
  const shown =
    over ||
    doc.results === 'ALWAYS' ||
    (doc.results === 'AFTER_VOTE' && (ctx.kind !== 'resident' || (await ownVote(ctx, doc)).length > 0));
  if (!shown) return { voted, entitled };
  const percentOf = (votes: number) => (voted === 0 ? 0 : Math.round((1000 * votes) / voted) / 10);
  return { voted, entitled, options: countsOf(doc).map(({ id, votes }) => ({ id, votes, percent: percentOf(votes) })) };
}

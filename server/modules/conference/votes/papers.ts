import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { answersOf, voteQuestionsOf, type voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { type Session, transaction } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRows } from '../desk/electorate.ts';
import { failState } from '../rules.ts';
import { loadSheet } from './ballots.ts';
import { type Cast, markId, markRows, marks, openPaper, type Paper, papers, randomHex, sealPaper } from './store.ts';

/** State of a paper ballot by its entries: none, one, two that differ, or agreed. */
type Agreed = { state: 'NONE' | 'ONCE' | 'DIFFERENT' } | { state: 'AGREED'; cast: Cast };
const same = (a: Cast, b: Cast) => JSON.stringify(a.answers) === JSON.stringify(b.answers);

/** Agreement of two entries; if they differ, a third decides. */
export function agreedOn({ hundredths, keyings }: Paper): Agreed {
  const [first, second, third] = keyings.map(({ answers }): Cast => ({ answers, hundredths }));
  if (!first) return { state: 'NONE' };
  if (!second) return { state: 'ONCE' };
  if (same(first, second)) return { state: 'AGREED', cast: first };
  return third ? { state: 'AGREED', cast: third } : { state: 'DIFFERENT' };
}

export const loadPapers = async (ctx: Ctx, sheetId: string, session?: Session): Promise<Paper[]> =>
  (
    await papers()
      .find({ projectId: ctx.projectId, sheetId }, { ...(session && { session }) })
      .toArray()
  ).map(openPaper);

/** Number of papers by weight. */
const tally = (weights: readonly number[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>();
  for (const weight of weights) counts.set(weight, (counts.get(weight) ?? 0) + 1);
  return counts;
};
/** Rows that hold a paper ballot; which one is not recorded. */
async function loadHolders(
  ctx: Ctx,
  sheet: Doc<typeof voteSheet>,
  session: Session | null = null,
): Promise<Doc<typeof conferenceUnit>[]> {
  const rows = await marks()
    .find({ projectId: ctx.projectId, sheetId: sheet._id, how: 'PAPER' }, { ...(session && { session }) })
    .toArray();
  return loadRows(ctx, { conferenceId: sheet.conferenceId, _id: { $in: rows.map(({ rowId }) => rowId) } }, session);
}
const weightsOf = (rows: readonly Doc<typeof conferenceUnit>[]): number[] => rows.map(({ hundredths }) => hundredths);
const isKeyed = ({ keyings }: Paper): boolean => keyings.length > 0;

/** Number of returned papers per weight beyond those issued; more than zero means that a paper was never issued. */
export async function papersBeyond(ctx: Ctx, sheet: Doc<typeof voteSheet>): Promise<number> {
  const [all, holders] = await Promise.all([loadPapers(ctx, sheet._id), loadHolders(ctx, sheet)]);
  const issued = tally(weightsOf(holders));
  const back = tally(all.filter(isKeyed).map(({ hundredths }) => hundredths));
  return [...back].reduce((sum, [weight, count]) => sum + Math.max(0, count - (issued.get(weight) ?? 0)), 0);
}

/** Total weight of issued papers that were not returned. */
export async function missingPapers(ctx: Ctx, sheet: Doc<typeof voteSheet>): Promise<number> {
  const [all, holders] = await Promise.all([loadPapers(ctx, sheet._id), loadHolders(ctx, sheet)]);
  const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);
  return Math.max(0, sum(weightsOf(holders)) - sum(all.filter(isKeyed).map(({ hundredths }) => hundredths)));
}

/** Serialises printing, entering and counting of papers, so that figures read stay valid until the write. */
export const takePapers = (sheetId: string, session: Session): Promise<void> =>
  serializeBy(`papers ${sheetId}`, session);

/** Progress of entering papers, in numbers only. */
export async function loadKeyed(ctx: Ctx, sheet: Doc<typeof voteSheet>, session?: Session) {
  const states = (await loadPapers(ctx, sheet._id, session)).map(paper => agreedOn(paper).state);
  const issued = { projectId: ctx.projectId, sheetId: sheet._id, how: 'PAPER' as const };
  const count = (state: Agreed['state']) => states.filter(other => other === state).length;
  return {
    issued: await marks().countDocuments(issued, { ...(session && { session }) }),
    once: count('ONCE'),
    different: count('DIFFERENT'),
    agreed: count('AGREED'),
  };
}

/** Issues papers to units. Only the fact is stored, not which paper or when: printing at once would reveal its owner. */
export const issuePaper: Action<typeof voteSheet, 'issue-paper'> = async (ctx, doc, { conferenceUnitIds }) => {
  const ids = [...new Set(conferenceUnitIds)];
  if (ids.length === 0) failFields({ conferenceUnitIds: { code: 'REQUIRED' } });
  if (!doc.channels.some(({ channel }) => channel === 'PAPER')) failState('channels', 'channel');
  const rows = await loadRows(ctx, { conferenceId: doc.conferenceId, _id: { $in: ids } });
  if (rows.length < ids.length) fail('NOT_FOUND');
  if (doc.who === 'PRESENT' && rows.some(({ checkIn }) => checkIn !== 'CHECKED_IN')) fail('VOTE_NOT_PRESENT');
  return {
    while: { status: 'OPEN' },
    async also(session) {
      const all = ids.map(rowId => markId(doc._id, rowId));
      const there = await marks()
        .find({ _id: { $in: all } }, { session })
        .toArray();
      if (there.some(({ how }) => how === 'ONLINE')) fail('VOTE_CAST');
      if (there.length > 0) fail('VOTE_PAPER_ISSUED');
      const made = ids.map(rowId => ({
        _id: markId(doc._id, rowId),
        projectId: ctx.projectId,
        sheetId: doc._id,
        rowId,
        how: 'PAPER' as const,
      }));
      await marks().insertMany(made, { session });
      await markRows(ctx.projectId, ids, 'ballotsPaper', doc._id, session);
    },
  };
};

interface PrintOptions {
  /** Limits printing to these units, which must hold a paper; all units by default. */
  conferenceUnitIds?: readonly string[] | undefined;
  /** Reprints papers that were not returned, with the same serials. */
  again?: boolean | undefined;
}

/** Prints a paper per holder without one: serial and weight, in random order. */
export const printPapers = (
  ctx: Ctx,
  sheet: Doc<typeof voteSheet>,
  { conferenceUnitIds: ids, again }: PrintOptions,
): Promise<Paper[]> =>
  transaction(async session => {
    await takePapers(sheet._id, session);
    const printed = await loadPapers(ctx, sheet._id, session);
    const inOrder = (some: readonly Paper[]) => some.toSorted((a, b) => (a._id < b._id ? -1 : 1));
    const outside = printed.filter(paper => !isKeyed(paper));
    if (again) return outside.length > 0 ? inOrder(outside) : fail('VOTE_PAPER_PRINTED');
    const holders = await loadHolders(ctx, sheet, session);
    const chosen = ids ? holders.filter(({ _id }) => ids.includes(_id)) : holders;
    if (chosen.length < new Set(ids ?? []).size || holders.length === 0)
      failFields({ conferenceUnitIds: { code: 'VOTE_PAPER_NOT_ISSUED' } }, 'VOTE_PAPER_NOT_ISSUED');
    const room = new Map(tally(weightsOf(holders)));
    for (const { hundredths } of printed) room.set(hundredths, (room.get(hundredths) ?? 0) - 1);
    const made = weightsOf(chosen).flatMap((hundredths): Paper[] => {
      const left = room.get(hundredths) ?? 0;
      room.set(hundredths, left - 1);
      if (left <= 0) return [];
      const _id = randomHex(5).toUpperCase();
      return [{ _id, projectId: ctx.projectId, sheetId: sheet._id, hundredths, keyings: [] }];
    });
    if (made.length === 0) fail('VOTE_PAPER_PRINTED');
    const sorted = inOrder(made);
    await papers().insertMany(sorted.map(sealPaper), { session });
    return sorted;
  });

interface Keyed {
  serial: string;
  answers?: number[] | undefined;
  spoilt?: boolean | undefined;
}

/** Answers of a paper: 0 is blank; null if it is spoilt. */
function readPaper(sheet: Doc<typeof voteSheet>, { answers, spoilt }: Keyed): number[] | null {
  if (spoilt) return null;
  if (!answers) return failFields({ answers: { code: 'REQUIRED' } });
  const questions = voteQuestionsOf(sheet);
  if (answers.length > questions.length)
    failFields({ answers: { code: 'TOO_MANY', params: { max: questions.length } } });
  if (answers.length < questions.length) failFields({ [`answers.${answers.length}`]: { code: 'REQUIRED' } });
  const wrong = questions.findIndex((question, n) => (answers[n] ?? 0) > answersOf(question).length);
  if (wrong >= 0) failFields({ [`answers.${wrong}`]: { code: 'CHOICE_INVALID' } });
  return [...answers];
}

/** Stores an entry of a paper; two people enter each, and a third if they differ. */
export async function keyPaper(ctx: Ctx, id: string, input: Keyed): Promise<{ keyed: number }> {
  const answers = readPaper(await loadSheet(ctx, id), input);
  const refuse = (code: 'VOTE_SERIAL_UNKNOWN' | 'VOTE_KEYED' | 'VOTE_PAPER_NOT_ISSUED') =>
    failFields({ serial: { code } }, code);
  return transaction(async session => {
    await takePapers(id, session);
    const sheet = await loadSheet(ctx, id, session);
    if (sheet.status !== 'OPEN' && sheet.status !== 'CLOSED') fail('VOTE_CLOSED');
    const all = await loadPapers(ctx, id, session);
    const paper = all.find(({ _id }) => _id === input.serial.trim().toUpperCase());
    if (!paper) return refuse('VOTE_SERIAL_UNKNOWN');
    if (paper.keyings.some(({ by }) => by === ctx.actor.id) || agreedOn(paper).state === 'AGREED') refuse('VOTE_KEYED');
    const { _id, hundredths, keyings } = paper;
    if (!isKeyed(paper)) {
      const alike = (weight: number) => weight === hundredths;
      const back = all.filter(other => isKeyed(other) && alike(other.hundredths)).length;
      // At most as many papers of a weight may be returned as units hold.
      if (back >= weightsOf(await loadHolders(ctx, sheet, session)).filter(alike).length)
        refuse('VOTE_PAPER_NOT_ISSUED');
    }
    const after = sealPaper({ ...paper, keyings: [...keyings, { by: ctx.actor.id, answers }] });
    await papers().replaceOne({ _id }, after, { session });
    return { keyed: keyings.length + 1 };
  });
}

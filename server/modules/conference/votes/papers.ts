import { answersOf, voteQuestionsOf } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { transaction } from '../../../kit/database/database.ts';
import type { Rule } from '../../../kit/records/act.ts';
import type { Stored } from '../../../kit/store/schema.ts';
import { rowsOf } from '../electorate.ts';
import { refuseState } from '../rules.ts';
import { sheetOf } from './ballots.ts';
import { type Cast, markId, markRows, marks, openCast, type Paper, papers, randomHex, sealCast } from './store.ts';

/** What a paper says by now: nothing yet, waiting for a second look, two that differ, or agreed. */
type Agreed = { state: 'NONE' | 'ONCE' | 'DIFFERENT' } | { state: 'AGREED'; cast: Cast };
const same = (a: Cast, b: Cast) => JSON.stringify(a.answers) === JSON.stringify(b.answers);

/** Two people who see the same, or a third who decides. */
export function agreedOn({ projectId, sheetId, keyings }: Paper): Agreed {
  const [first, second, third] = keyings.map(({ sealed }) => openCast(projectId, sheetId, sealed));
  if (!first) return { state: 'NONE' };
  if (!second) return { state: 'ONCE' };
  if (same(first, second)) return { state: 'AGREED', cast: first };
  return third ? { state: 'AGREED', cast: third } : { state: 'DIFFERENT' };
}

export const papersOf = (ctx: Ctx, sheetId: string): Promise<Paper[]> =>
  papers().find({ projectId: ctx.projectId, sheetId }).toArray();

/** How far the papers of a sheet are keyed in: numbers alone. */
export async function keyedOf(ctx: Ctx, sheet: Stored) {
  const states = (await papersOf(ctx, sheet._id)).map(one => agreedOn(one).state);
  const count = (state: Agreed['state']) => states.filter(one => one === state).length;
  return {
    issued: Number(sheet.issuedPaper),
    once: count('ONCE'),
    different: count('DIFFERENT'),
    agreed: count('AGREED'),
  };
}

/** Units get papers: that they have one is kept, and not which. */
export const issuePaper: Rule = async (ctx, doc, { conferenceUnitIds }) => {
  const ids = [...new Set((Array.isArray(conferenceUnitIds) ? conferenceUnitIds : []).map(String))];
  if (ids.length === 0) failFields({ conferenceUnitIds: { code: 'REQUIRED' } });
  const channels = Array.isArray(doc.channels) ? doc.channels : [];
  if (!channels.some(({ channel }) => channel === 'PAPER')) refuseState('channels', 'channel');
  const rows = await rowsOf(ctx, { conferenceId: doc.conferenceId, _id: { $in: ids } });
  if (rows.length < ids.length) fail('NOT_FOUND');
  if (doc.who === 'PRESENT' && rows.some(({ checkIn }) => checkIn !== 'CHECKED_IN')) fail('VOTE_NOT_PRESENT');
  return {
    inc: { issuedPaper: ids.length },
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
    // Which units have papers is told by their marks alone.
    note: { before: null, after: { issuedPaper: ids.length } },
  };
};

/** New serials with the weights that are asked for, in an order that tells nothing. */
export async function printPapers(ctx: Ctx, sheet: Stored, weights: readonly number[]): Promise<Paper[]> {
  const made = weights.map(hundredths => ({
    _id: randomHex(5).toUpperCase(),
    projectId: ctx.projectId,
    sheetId: sheet._id,
    hundredths,
    keyings: [],
  }));
  const sorted = made.toSorted((a, b) => (a._id < b._id ? -1 : 1));
  if (sorted.length > 0) await papers().insertMany(sorted);
  return sorted;
}

interface Keyed {
  serial: string;
  answers?: number[] | undefined;
  spoilt?: boolean | undefined;
}

/** Takes in what a paper says, once by each of two people; where they differ, by a third. */
export async function keyPaper(ctx: Ctx, id: string, { serial, answers, spoilt }: Keyed): Promise<{ keyed: number }> {
  const sheet = await sheetOf(ctx, id);
  if (sheet.status !== 'OPEN' && sheet.status !== 'CLOSED') fail('VOTE_CLOSED');
  const questions = voteQuestionsOf(sheet);
  if (!spoilt) {
    const wrong = questions.findIndex((question, n) => {
      const given = answers?.[n] ?? 0;
      return given < 0 || given > answersOf(question).length;
    });
    if (wrong >= 0) failFields({ [`answers.${wrong}`]: { code: 'CHOICE_INVALID' } });
  }
  const said = spoilt ? null : questions.map((_, n) => answers?.[n] ?? 0);
  return transaction(async session => {
    const _id = serial.trim().toUpperCase();
    const paper = await papers().findOne({ _id, projectId: ctx.projectId, sheetId: id }, { session });
    if (!paper) return fail('VOTE_SERIAL_UNKNOWN');
    if (paper.keyings.some(({ by }) => by === ctx.actor.id) || agreedOn(paper).state === 'AGREED') fail('VOTE_KEYED');
    const sealed = sealCast(ctx.projectId, id, { answers: said, hundredths: paper.hundredths });
    await papers().updateOne({ _id }, { $push: { keyings: { by: ctx.actor.id, sealed } } }, { session });
    return { keyed: paper.keyings.length + 1 };
  });
}

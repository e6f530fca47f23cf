import { comparedTo, hundredthsOf, metresOf, percentOf, type Weighed } from '@lobby/shared/modules/conference-math.ts';
import type { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { answersOf, toldBallots, voteQuestionsOf, type voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadMeeting, loadRows } from '../desk/electorate.ts';
import { agreedOn, loadPapers, missingPapers } from './papers.ts';
import { ballots, bases, type Cast, marks, openCast } from './store.ts';

/** Pseudo answers with result lines of their own. */
const BLANK = 0;
const INVALID = -1;

/** All votes: online ballots, and paper ballots whose entries agree. */
async function loadCasts(ctx: Ctx, sheetId: string): Promise<Cast[]> {
  const [cast, keyed] = await Promise.all([
    ballots().find({ projectId: ctx.projectId, sheetId }).toArray(),
    loadPapers(ctx, sheetId),
  ]);
  const online = cast.map(({ sealed }) => openCast(ctx.projectId, sheetId, sealed));
  const paper = keyed.flatMap(sheet => {
    const agreed = agreedOn(sheet);
    return agreed.state === 'AGREED' ? agreed.cast : [];
  });
  return [...online, ...paper];
}

const weighedRows = (rows: readonly Doc<typeof conferenceUnit>[]): Weighed => ({
  heads: rows.length,
  hundredths: rows.reduce((sum, row) => sum + row.hundredths, 0),
});

/**
 * Units present for a sheet: checked in, and present at its opening, arrived before it closed, or voting; leaving later does not matter. If all may
 * vote, `base` also includes units that voted from home, so that no share exceeds 100 %.
 */
export async function presentBase(
  ctx: Ctx,
  sheet: Doc<typeof voteSheet>,
  until: Date,
): Promise<{ present: Weighed; base: Weighed }> {
  const [opening, rows, marked] = await Promise.all([
    bases().findOne({ _id: sheet._id }),
    loadRows(ctx, { conferenceId: sheet.conferenceId }),
    marks().find({ projectId: ctx.projectId, sheetId: sheet._id }).toArray(),
  ]);
  const voted = new Set(marked.map(({ rowId }) => rowId));
  const there = new Set(opening?.rowIds);
  const opened = sheet.openedAt ?? until;
  const cameIn = ({ checkedInAt: at }: Doc<typeof conferenceUnit>) => at && at > opened && at <= until;
  // A unit that left before the opening votes from home, even if it had checked in.
  const stayed = ({ _id, leftAt }: Doc<typeof conferenceUnit>) => voted.has(_id) && !(leftAt && leftAt <= opened);
  const present = rows.filter(
    row => row.checkIn === 'CHECKED_IN' && (there.has(row._id) || cameIn(row) || stayed(row)),
  );
  const inside = new Set(present.map(({ _id }) => _id));
  const away = rows.filter(({ _id }) => voted.has(_id) && !inside.has(_id));
  return { present: weighedRows(present), base: weighedRows([...present, ...away]) };
}

const weighed = (casts: readonly Cast[]) => casts.reduce((sum, { hundredths }) => sum + hundredths, 0);

/** Denominator of the shares: votes cast, units present, or all units. */
async function loadBase(
  ctx: Ctx,
  sheet: Doc<typeof voteSheet>,
  cast: Weighed,
): Promise<{ base: Weighed; home: number }> {
  if (sheet.base === 'CAST') return { base: cast, home: 0 };
  if (sheet.base === 'ALL') {
    const { units, totalHundredths } = await loadMeeting(ctx, sheet.conferenceId);
    return { base: { heads: units, hundredths: totalHundredths }, home: 0 };
  }
  const { present, base } = await presentBase(ctx, sheet, sheet.closedAt ?? ctx.now);
  return { base, home: base.heads - present.heads };
}

/** Figures for checking the totals by hand: votes not cast, and paper ballots not returned. */
export async function loadBeside(ctx: Ctx, sheet: Doc<typeof voteSheet>, cast: Weighed) {
  const [{ base, home }, missing] = await Promise.all([loadBase(ctx, sheet, cast), missingPapers(ctx, sheet)]);
  return {
    baseWeight: metresOf(base.hundredths),
    countedBallots: cast.heads,
    homeUnits: home,
    notCastUnits: Math.max(0, base.heads - cast.heads),
    notCastWeight: metresOf(Math.max(0, base.hundredths - cast.hundredths)),
    missingWeight: metresOf(missing),
  };
}

/** Counts a sheet in integers; only the displayed values are rounded. */
export async function countSheet(ctx: Ctx, sheet: Doc<typeof voteSheet>) {
  const casts = await loadCasts(ctx, sheet._id);
  const beside = await loadBeside(ctx, sheet, { heads: casts.length, hundredths: weighed(casts) });
  const base = hundredthsOf(beside.baseWeight);
  const results = voteQuestionsOf(sheet).flatMap((question, n) => {
    const ballotsOf = (answer: number) =>
      casts.filter(({ answers }) => (answers === null ? answer === INVALID : (answers[n] ?? BLANK) === answer));
    const lines = [...answersOf(question).map((_, at) => at + 1), BLANK, INVALID].map(answer => {
      const chosen = ballotsOf(answer);
      return { answer, ballots: chosen.length, hundredths: weighed(chosen) };
    });
    const real = lines.filter(({ answer }) => answer > 0);
    const counts = lines.map(({ ballots: count }) => count);
    // In an open vote everybody sees each unit's choice, so small numbers are not hidden.
    const shown = sheet.secret === false ? counts : toldBallots(counts);
    return lines.map(({ answer, hundredths }, at) => ({
      question: n + 1,
      answer,
      ballots: shown[at] ?? null,
      weight: metresOf(hundredths),
      percent: percentOf(hundredths, base),
      passed: question.kind === 'DECISION' && answer === 1 && comparedTo(hundredths, base, sheet.passPercent) > 0,
      tie:
        question.kind === 'ELECTION' &&
        answer > 0 &&
        hundredths > 0 &&
        real.some(other => other.answer !== answer && other.hundredths === hundredths),
    }));
  });
  return { results, ...beside };
}

import type { conference } from '@lobby/shared/modules/conference.ts';
import { metresOf, percentOf } from '@lobby/shared/modules/conference-math.ts';
import type { Resolution } from '@lobby/shared/modules/conference-minutes.ts';
import { conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { answersOf, ranked, voteQuestionsOf, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { events } from '../../../kit/store/events.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRows } from '../desk/electorate.ts';
import { surveyResult } from '../survey/sheets.ts';
import type { Part } from './store.ts';

/** Votes included in papers, exports and residents' pages: counted ones only. */
const readable = (sheets: readonly Doc<typeof voteSheet>[]): Doc<typeof voteSheet>[] =>
  sheets.filter(({ status }) => status === 'COUNTED');

export const loadSheets = (ctx: Ctx, conferenceId: string): Promise<Doc<typeof voteSheet>[]> =>
  records(voteSheet).find(
    ctx,
    { conferenceId, status: { $ne: 'CANCELLED' } },
    { sort: { displayOrder: 1 }, patience: 2000 },
  );

/** Result of a vote; before counting only its questions, without figures. */
export function resultOf(sheet: Doc<typeof voteSheet>) {
  const lines = sheet.results;
  const counted = sheet.status === 'COUNTED';
  return {
    id: sheet._id,
    title: sheet.title,
    status: sheet.status,
    ...(counted && {
      ballots: sheet.countedBallots,
      papers: papersOf(sheet),
      notCast: { units: sheet.notCastUnits, weight: sheet.notCastWeight },
      present: { heads: sheet.presentHeads, weight: sheet.presentWeight },
      fromHome: fromHome(sheet),
    }),
    questions: voteQuestionsOf(sheet).map((question, n) => {
      const ofQuestion = lines.filter(line => line.question === n + 1);
      const line = (answer: number) => ofQuestion.find(row => row.answer === answer);
      const figures = (answer: number) => {
        const { weight = 0, percent = 0, ballots = 0 } = line(answer) ?? {};
        return { weight, percent, ballots };
      };
      return {
        n: n + 1,
        text: question.text,
        kind: question.kind,
        answers: answersOf(question).map((text, at) => ({
          n: at + 1,
          text,
          ...(counted && { ...figures(at + 1), tie: line(at + 1)?.tie === true }),
        })),
        ...(counted && {
          blank: figures(0),
          invalid: figures(-1),
          base: sheet.baseWeight ?? 0,
          passed: ofQuestion.some(row => row.passed),
        }),
      };
    }),
  };
}

/** Units that voted from home and count in addition to those present, so that the totals can be checked by hand. */
function fromHome({
  base,
  baseWeight,
  presentWeight,
  homeUnits,
}: Doc<typeof voteSheet>): { units: number; weight: number } | null {
  const hundredths = (metres: number) => Math.round(metres * 100);
  const beyond = hundredths(baseWeight ?? 0) - hundredths(presentWeight);
  const weight = base === 'PRESENT' ? metresOf(Math.max(0, beyond)) : 0;
  return weight > 0 ? { units: homeUnits, weight } : null;
}

/** Paper ballots issued, returned and missing; missing ones count as not cast. */
function papersOf({ issuedPaper, keyedPaper, missingWeight }: Doc<typeof voteSheet>) {
  return {
    issued: issuedPaper,
    returned: keyedPaper,
    missing: Math.max(0, issuedPaper - keyedPaper),
    weight: missingWeight,
  };
}

/** Resolutions of all counted questions, with edited wording and final figures. */
export async function loadResolutions(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  earlier: readonly Resolution[],
): Promise<Resolution[]> {
  const sheets = readable(await loadSheets(ctx, meeting._id)).map(resultOf);
  return sheets.flatMap(({ id: sheetId, title: sheet, questions }) =>
    questions.map(({ n, text, kind, answers, passed }) => {
      const before = earlier.find(resolution => resolution.sheetId === sheetId && resolution.question === n);
      const chosen = ranked(kind, answers).filter(({ answer, place }) => place === 1 && (answer.weight ?? 0) > 0);
      return {
        sheetId,
        sheet,
        question: n,
        text: before?.text ?? text,
        passed: kind === 'ELECTION' ? null : passed === true,
        leads: chosen.map(({ answer }) => answer.text),
      };
    }),
  );
}

/** Attendance over time from the rows, for meetings without count events. */
async function attendanceByRows(ctx: Ctx, meeting: Doc<typeof conference>) {
  const steps = (await loadRows(ctx, { conferenceId: meeting._id, checkIn: 'CHECKED_IN' })).flatMap(row => {
    const step = (at: Date | null, sign: number) => (at ? [{ at, sign, weighs: row.hundredths }] : []);
    return [...step(row.checkedInAt, 1), ...step(row.leftAt, -1)];
  });
  let [heads, hundredths] = [0, 0];
  const curve = steps
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, sign, weighs }) => {
      heads += sign;
      hundredths += sign * weighs;
      const percent = percentOf(hundredths, meeting.totalHundredths);
      return { at: at.toISOString(), heads, weight: metresOf(hundredths), percent };
    });
  // Keeps the last value of equal times.
  return curve.filter(({ at }, n) => curve[n + 1]?.at !== at);
}

/** Attendance over time from the meeting's count events. */
async function loadAttendance(ctx: Ctx, meeting: Doc<typeof conference>) {
  const rows = await events()
    .find({ projectId: ctx.projectId, entityId: meeting._id, action: 'count' })
    .sort({ ts: 1 })
    .limit(5000)
    .toArray();
  if (rows.length === 0) return attendanceByRows(ctx, meeting);
  return rows.flatMap(({ at, after }) => {
    const [heads, hundredths] = [Number(after?.presentUnits), Number(after?.presentHundredths)];
    if (!Number.isFinite(heads) || !Number.isFinite(hundredths)) return [];
    const percent = percentOf(hundredths, meeting.totalHundredths);
    return [{ at: at.toISOString(), heads, weight: metresOf(hundredths), percent }];
  });
}

/** Result of a meeting: attendance, votes, survey; residents get the published parts. `live` adds votes that are not counted yet, for staff. */
export async function loadResult(ctx: Ctx, meeting: Doc<typeof conference>, parts: readonly Part[], live = false) {
  const [sheets, survey] = await Promise.all([
    parts.includes('votes') ? loadSheets(ctx, meeting._id) : [],
    parts.includes('survey')
      ? records(conferenceSurvey).first(ctx, { conferenceId: meeting._id, status: { $ne: 'DRAFT' } })
      : null,
  ]);
  return {
    quorum: await loadAttendance(ctx, meeting),
    sheets: (live ? sheets : readable(sheets)).map(resultOf),
    survey: survey
      ? { title: survey.title, anonymous: survey.anonymous === true, ...(await surveyResult(ctx, survey)) }
      : null,
  };
}

import { createHash } from 'node:crypto';
import type { conference } from '@lobby/shared/modules/conference.ts';
import type { HallQuestion, HallScreen } from '@lobby/shared/modules/conference-hall.ts';
import type { voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Project } from '../../../platform/projects/projects.ts';
import { quorumOf } from '../answers/counts.ts';
import { loadSheets, resultOf } from '../result/result.ts';
import { type Hall, halls } from './store.ts';

/** Current page of a hall; the welcome page by default. */
export async function loadHall(ctx: Ctx, meeting: Doc<typeof conference>): Promise<Hall> {
  const hall = await halls().findOne({ _id: meeting._id, projectId: ctx.projectId });
  return (
    hall ?? {
      _id: meeting._id,
      projectId: ctx.projectId,
      page: 'WELCOME',
      sheetId: null,
      question: 1,
      speaker: null,
      sentAt: null,
    }
  );
}

/** A vote question; its figures are included only on the result page. */
function questionOf(sheet: Doc<typeof voteSheet>, n: number, withFigures: boolean): HallQuestion | null {
  const { questions, title, status } = resultOf(withFigures ? sheet : { ...sheet, status: 'OPEN' });
  const question = questions[n - 1];
  return question
    ? { ...question, of: questions.length, sheet: title, status: withFigures ? status : sheet.status }
    : null;
}

/** Number of votes cast, from figures that the sheet receives every second. */
const turnoutOf = (
  sheet: Doc<typeof voteSheet>,
  eligible: HallScreen['quorum']['eligible'],
): HallScreen['turnout'] => ({
  cast: { heads: sheet.castOnline, weight: sheet.castWeight },
  of: sheet.who === 'ALL' ? eligible : { heads: sheet.presentHeads, weight: sheet.presentWeight },
  papers: sheet.issuedPaper,
  closesAt: sheet.closesAt?.toISOString() ?? null,
  open: sheet.status === 'OPEN',
});

/** Content of the hall screen: no names but the speaker's, no vote figures before counting. */
export async function loadScreen(ctx: Ctx, project: Project, meeting: Doc<typeof conference>): Promise<HallScreen> {
  const hall = await loadHall(ctx, meeting);
  const sheet = hall.sheetId ? (await loadSheets(ctx, meeting._id)).find(({ _id }) => _id === hall.sheetId) : undefined;
  const { at, ...quorum } = quorumOf(ctx, meeting);
  const shown = {
    project: project.name,
    title: meeting.name,
    startAt: meeting.startAt.toISOString(),
    venue: meeting.venue ?? null,
    timeZone: ctx.project.timeZone,
    page: hall.page,
    speaker: hall.speaker,
    quorum,
    question:
      sheet && (hall.page === 'QUESTION' || hall.page === 'RESULT')
        ? questionOf(sheet, hall.question, hall.page === 'RESULT')
        : null,
    turnout: sheet && (hall.page === 'QUESTION' || hall.page === 'TURNOUT') ? turnoutOf(sheet, quorum.eligible) : null,
  };
  const stamp = createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
  return { stamp, at, ...shown };
}

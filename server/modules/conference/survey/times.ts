import type { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import { lockAgainst } from '../../../kit/store/guards.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';

type Meeting = Doc<typeof conference>;

const loadSurvey = (ctx: Ctx, conferenceId: string): Promise<Doc<typeof conferenceSurvey> | null> =>
  records(conferenceSurvey).first(ctx, { conferenceId }, { patience: 2000 });

/** Moves the closing time of a survey with its meeting, but not past the meeting's end. */
export async function surveyMoved(ctx: Ctx, before: Meeting, after: Meeting): Promise<Change[]> {
  const [from, to] = [before.startAt.getTime(), after.startAt.getTime()];
  const end = after.endAt?.getTime();
  const same = from === to && before.endAt?.getTime() === end;
  const survey = same ? null : await loadSurvey(ctx, before._id);
  if (!survey?.closesAt || survey.status === 'CLOSED') return [];
  const moved = survey.closesAt.getTime() + to - from;
  const closesAt = new Date(Math.min(moved, end ?? moved));
  if (closesAt.getTime() === survey.closesAt.getTime()) return [];
  const update = { doc: survey, set: { closesAt }, while: { status: survey.status } };
  return [{ definition: conferenceSurvey, action: 'move', update }];
}

/** Closes the survey of a meeting that ends. */
export async function surveyEnded(ctx: Ctx, conferenceId: string): Promise<Change[]> {
  const survey = await loadSurvey(ctx, conferenceId);
  if (survey?.status !== 'OPEN') return [];
  const set = { status: 'CLOSED', closedAt: ctx.now };
  const update = { doc: survey, set, while: { status: 'OPEN' } };
  const first = (session: Session) => lockAgainst([survey._id], session);
  return [{ definition: conferenceSurvey, action: 'close', first, update }];
}

import { conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Session } from '../../../kit/database/database.ts';
import { lockAgainst } from '../../../kit/store/guards.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';

type Values = Readonly<Record<string, unknown>>;

const timeOf = (at: unknown): number => (at instanceof Date ? at.getTime() : Date.parse(String(at)));

const loadSurvey = (ctx: Ctx, conferenceId: unknown): Promise<Doc<typeof conferenceSurvey> | null> =>
  records(conferenceSurvey).first(ctx, { conferenceId: String(conferenceId) }, { patience: 2000 });

/** Moves the closing time of a survey with its meeting, but not past the meeting's end. */
export async function surveyMoved(ctx: Ctx, before: Values, after: Values): Promise<Change[]> {
  const [from, to, end] = [before.startAt, after.startAt, after.endAt].map(timeOf);
  const same = from === to && timeOf(before.endAt) === end;
  const survey = same ? null : await loadSurvey(ctx, before._id);
  if (!survey || survey.status === 'CLOSED' || !(survey.closesAt instanceof Date)) return [];
  const moved = survey.closesAt.getTime() + Number(to) - Number(from);
  const closesAt = new Date(Math.min(moved, Number(end)));
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

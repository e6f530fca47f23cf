import { idSchema } from '@lobby/shared/kit/schema.ts';
import {
  hallScreenSchema,
  hallState,
  makeHallLink,
  revokeHallLink,
} from '@lobby/shared/modules/conference.contract.ts';
import { CONFERENCE, conference } from '@lobby/shared/modules/conference.ts';
import { HALL_PAGES } from '@lobby/shared/modules/conference-hall.ts';
import { voteQuestionsOf } from '@lobby/shared/modules/vote-sheet.ts';
import type { Request } from 'express';
import { z } from 'zod';
import { type Budget, createBudget } from '../../../kit/base/budget.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { newId, transaction } from '../../../kit/database/database.ts';
import { isDirectLoopback } from '../../../kit/http/origin.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { rowOf, writeEvents } from '../../../kit/store/events.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadProject, type Project, settingsOf } from '../../../platform/projects/projects.ts';
import { loadMeeting } from '../desk/electorate.ts';
import { loadSheets } from '../result/result.ts';
import { failState } from '../rules.ts';
import { awaitChange } from './hall-changes.ts';
import { loadHall, loadScreen } from './screen.ts';
import { type Hall, hallHash, hallLinks, halls, newToken } from './store.ts';

const byId = z.strictObject({ id: idSchema });
const at = `${conference.path}/:id`;

const NO_INDEX = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'private, no-store' };

const projectFor = async ({ projectId }: { projectId: string }): Promise<Project> =>
  (await loadProject(projectId)) ?? fail('NOT_FOUND');

/** Event of a meeting that updates its hall screens. */
const eventFor = (ctx: Ctx, meeting: Doc<typeof conference>, action: string, after: Record<string, unknown>) => ({
  at: ctx.now,
  projectId: ctx.projectId,
  module: CONFERENCE,
  entity: conference.name,
  entityId: meeting._id,
  action,
  actor: ctx.actor,
  before: null,
  after,
  version: meeting.version,
  row: rowOf(conference, meeting),
});

/** Loads a meeting; throws unless it is in progress. */
async function running(ctx: Ctx, id: string): Promise<Doc<typeof conference>> {
  const meeting = await load(ctx, conference, id);
  if (meeting.status !== 'ONGOING') failState('status', 'notOngoing');
  return meeting;
}

const sent = z.strictObject({
  page: z.enum(HALL_PAGES),
  sheetId: idSchema.nullable().optional(),
  question: z.int().min(1).max(10).optional(),
  speaker: z.string().trim().max(100).nullable().optional(),
});

/** Sets the page of the hall screen; results are refused until the vote is counted. */
async function sendTo(
  ctx: Ctx,
  meeting: Doc<typeof conference>,
  input: z.infer<typeof sent>,
): Promise<Omit<Hall, '_id'>> {
  const { page, sheetId = null, question = 1, speaker = null } = input;
  const ofVote = page === 'QUESTION' || page === 'TURNOUT' || page === 'RESULT';
  const sheet = sheetId ? (await loadSheets(ctx, meeting._id)).find(({ _id }) => _id === sheetId) : undefined;
  if (ofVote && !sheetId) failFields({ sheetId: { code: 'REQUIRED' } });
  if (sheetId && !sheet) failFields({ sheetId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  if (sheet && question > voteQuestionsOf(sheet).length) failFields({ question: { code: 'CHOICE_INVALID' } });
  if (page === 'RESULT' && sheet?.status !== 'COUNTED') fail('RESULT_NOT_COUNTED');
  return {
    projectId: ctx.projectId,
    page,
    sheetId,
    question,
    speaker: speaker || null,
    sentAt: ctx.now,
  };
}

/** Rate limits per link, and of wrong links per IP address; on each server. */
const CALLS: Budget = { burst: 120, perSecond: 4 };
const WRONG: Budget = { burst: 10, perSecond: 10 / 60 };
const budget = createBudget();
function take(key: string, of: Budget): void {
  const seconds = budget.take(key, of);
  if (seconds > 0) fail('TOO_MANY_REQUESTS', { seconds });
}

/** The meeting of a link; 404 if unknown, 410 if it was revoked or the meeting is over. */
async function meetingBy(nobody: Ctx, req: Request, token: string) {
  const link = await hallLinks().findOne({ hash: hallHash(token) }, { maxTimeMS: 2000 });
  if (!link) {
    if (!isDirectLoopback(req)) take(`wrong ${req.ip}`, WRONG);
    return fail('NOT_FOUND');
  }
  take(link._id, CALLS);
  const project = await projectFor(link);
  const ctx: Ctx = { ...nobody, kind: 'guest', projectId: link.projectId, project: settingsOf(project) };
  if (req.res) req.res.locals.speech = ctx;
  const read = async () => {
    const [meeting, still] = await Promise.all([
      loadMeeting(ctx, link.conferenceId),
      hallLinks().findOne({ _id: link._id }),
    ]);
    if (!still || still.revokedAt || meeting.status === 'ENDED') fail('LINK_OVER', { hotline: project.hotline || '-' });
    return loadScreen({ ...ctx, now: clockNow() }, project, meeting);
  };
  return { projectId: link.projectId, read };
}

export const hallRoutes: readonly Route[] = [
  route(hallState, {
    flags: ['read'],
    async run(ctx, { params: { id } }) {
      const meeting = await load(ctx, conference, id);
      const [shown, { sheetId, question: questionNo }, links] = await Promise.all([
        loadScreen(ctx, await projectFor(ctx), meeting),
        loadHall(ctx, meeting),
        hallLinks().find({ projectId: ctx.projectId, conferenceId: id }).sort({ madeAt: -1 }).limit(20).toArray(),
      ]);
      return {
        ...shown,
        sheetId,
        questionNo,
        links: links.map(({ _id, madeBy, madeAt, revokedAt }) => ({
          id: _id,
          madeBy,
          madeAt: madeAt.toISOString(),
          revokedAt: revokedAt?.toISOString() ?? null,
        })),
      };
    },
  }),
  route({
    method: 'put',
    path: `${at}/hall`,
    summary: 'Send a page to the screen of the hall',
    module: CONFERENCE,
    flags: ['updateStatus'],
    params: byId,
    body: sent,
    answer: hallScreenSchema,
    async run(ctx, { params: { id }, body }) {
      const meeting = await running(ctx, id);
      const set = await sendTo(ctx, meeting, body);
      await transaction(async session => {
        await halls().updateOne({ _id: id }, { $set: set }, { upsert: true, session });
        const after = { page: set.page, sheetId: set.sheetId, question: set.question, speaker: set.speaker };
        await writeEvents([eventFor(ctx, meeting, `hall-${set.page.toLowerCase()}`, { hall: after })], session);
      });
      return loadScreen(ctx, await projectFor(ctx), meeting);
    },
  }),
  route(makeHallLink, {
    flags: ['updateStatus'],
    async run(ctx, { params: { id } }) {
      const meeting = await running(ctx, id);
      const token = newToken();
      const made = {
        _id: newId(),
        projectId: ctx.projectId,
        conferenceId: id,
        hash: hallHash(token),
        madeBy: ctx.actor.name,
        madeAt: ctx.now,
        revokedAt: null,
      };
      await transaction(async session => {
        await hallLinks().insertOne(made, { session });
        await writeEvents([eventFor(ctx, meeting, 'hall-link', { hallLink: made._id })], session);
      });
      // The token is in the URL fragment, so that no log contains it.
      return { id: made._id, token, path: `/resident/hall#${token}` };
    },
  }),
  route(revokeHallLink, {
    flags: ['updateStatus'],
    async run(ctx, { params: { id }, body: { linkId } }) {
      const meeting = await running(ctx, id);
      await transaction(async session => {
        const { matchedCount } = await hallLinks().updateOne(
          { _id: linkId, projectId: ctx.projectId, conferenceId: id, revokedAt: null },
          { $set: { revokedAt: ctx.now } },
          { session },
        );
        if (matchedCount === 0) fail('NOT_FOUND');
        await writeEvents([eventFor(ctx, meeting, 'revoke-hall-link', { hallLink: linkId })], session);
      });
      return { revoked: true as const };
    },
  }),
  route({
    method: 'get',
    path: '/hall/:token',
    summary: 'The screen of a hall by its link; `since`: waits some seconds for it to change',
    module: CONFERENCE,
    audience: 'public',
    residents: false,
    pace: 'open',
    params: z.strictObject({ token: z.string().max(200) }),
    shapes: { token: /^[\w-]{43}$/ },
    query: z.strictObject({ since: z.string().max(40).optional() }),
    answer: hallScreenSchema,
    async run(nobody, { params, query, req, res }) {
      const { projectId, read } = await meetingBy(nobody, req, params.token);
      res.set(NO_INDEX);
      return awaitChange(projectId, query.since, res, read);
    },
  }),
];

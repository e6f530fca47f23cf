import { idSchema } from '@lobby/shared/kit/schema.ts';
import { CONFERENCE } from '@lobby/shared/modules/conference.ts';
import { ownSurveyAnswer, resultOfSurvey, unansweredHomes } from '@lobby/shared/modules/conference-survey.contract.ts';
import { conferenceAnswer, conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { type Served, serves } from '../../../platform/server-module.ts';
import { speaksFor } from '../answers/answers.ts';
import { loadRows } from '../desk/electorate.ts';
import { meetingsFor, readBy } from '../desk/residents.ts';
import { surveyPrint } from './print.ts';
import { answeredUnits, answerSurvey, completeSurvey, silentRows, surveyActs } from './rules.ts';
import { givenSchema, sheetOfUnit, surveyResult } from './sheets.ts';

/** Surveys visible to a resident: opened ones of published meetings. */
async function surveysFor(ctx: Ctx, query: Where<typeof conferenceSurvey>): Promise<Doc<typeof conferenceSurvey>[]> {
  const ids = (await meetingsFor(ctx)).map(({ _id }) => _id);
  return records(conferenceSurvey).find(
    ctx,
    { conferenceId: { $in: ids }, status: { $ne: 'DRAFT' }, $and: [query] },
    { patience: 2000 },
  );
}

const byId = z.strictObject({ id: idSchema });

const ownRoutes: readonly Route[] = [
  route({
    method: 'put',
    path: `${conferenceSurvey.path}/:id/answer`,
    summary: 'Answer a survey for a unit, or answer anew; staff name the unit, and say that they replace its sheet',
    module: CONFERENCE,
    flags: ['write'],
    residents: true,
    params: byId,
    body: z.strictObject({
      values: givenSchema.default({}),
      unitId: idSchema.optional(),
      channel: z.enum(['DESK', 'PAPER']).optional(),
      replace: z.boolean().optional(),
    }),
    residentBody: z.strictObject({ values: givenSchema.default({}) }),
    answer: z.object({ answered: z.literal(true) }),
    run: (ctx, { params, body }) => answerSurvey(ctx, params.id, body),
  }),
  route(resultOfSurvey, {
    flags: ['aggregate'],
    async run(ctx, { params, query }) {
      const survey = await load(ctx, conferenceSurvey, params.id);
      // Answers to an anonymous survey create no events, so clients must poll.
      const silent = survey.anonymous === true && survey.status === 'OPEN';
      return { ...(await surveyResult(ctx, survey, query.blockId)), silent };
    },
  }),
  route(unansweredHomes, {
    flags: ['read'],
    async run(ctx, { params }) {
      const rows = await silentRows(ctx, await load(ctx, conferenceSurvey, params.id));
      return rows
        .toSorted((a, b) => ((a.place ?? '') < (b.place ?? '') ? -1 : 1))
        .map(({ _id, unitId, ownerId }) => ({
          id: _id,
          unitId: unitId ?? '',
          ownerId: ownerId ?? null,
        }));
    },
  }),
  route(ownSurveyAnswer, {
    flags: ['read'],
    residents: true,
    staff: false,
    async run(ctx, { params }) {
      const [survey] = await surveysFor(ctx, { _id: params.id });
      if (!survey) return fail('NOT_FOUND');
      const rows = await loadRows(ctx, { conferenceId: survey.conferenceId, unitId: ctx.unitId });
      const answered = (await answeredUnits(ctx, survey, rows)).size > 0;
      const nothing = { answered, by: null, at: null, values: [] };
      // Answers are shown only to those who may change them.
      if (!answered || survey.anonymous === true || !(await speaksFor(ctx))) return nothing;
      const sheet = await sheetOfUnit(ctx, survey._id, ctx.unitId);
      return sheet ? { answered, ...sheet } : nothing;
    },
  }),
];

export const surveyRoutes: readonly Route[] = [...ownRoutes, surveyPrint];
export const servedSurveys: readonly Served[] = [
  serves(conferenceSurvey, { check: completeSurvey, actions: surveyActs }, route =>
    readBy(route, conferenceSurvey, surveysFor),
  ),
  serves(conferenceAnswer),
];

import { MULTI_AT_ONCE } from '@lobby/shared/kit/paging.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice, type NoticesBuilt } from '@lobby/shared/modules/fee-notice.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { transaction } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { CHUNKED_ANSWER, chunkedRuns, type Move } from '../../../kit/jobs/chunked-runs.ts';
import { checkRefs } from '../../../kit/store/refs/refs.ts';
import { retryOnConflict } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import {
  askedSchema,
  assertBuildable,
  type BuildQuery,
  buildSome,
  CHUNK,
  debtAlone,
  findStanding,
  lookAgain,
  unitsWithNews,
} from './build.ts';

const NOTHING: NoticesBuilt = { units: 0, made: 0, rebuilt: 0, known: 0, sum: 0, skipped: [] };

/** Builds one chunk and returns the updated outcome; after a concurrent build the retry finds the notices. */
const withChunk = (
  ctx: Ctx,
  query: BuildQuery,
  unitIds: readonly string[],
  outcome: NoticesBuilt,
  move?: Move<NoticesBuilt>,
) =>
  retryOnConflict(async () => {
    const next = { ...outcome, skipped: [...outcome.skipped] };
    const isStored = await buildSome({ ...ctx, once: null }, query, unitIds, next, session =>
      move?.(next, session),
    ).catch(lookAgain);
    // A dry run, or a chunk without notices, stores the progress separately.
    if (!isStored && move) await transaction(session => move(next, session));
    return next;
  });
const builds = chunkedRuns<BuildQuery, string, NoticesBuilt>({
  name: 'feeNoticeBuilds',
  definition: feeNotice,
  action: 'build',
  flags: ['write'],
  chunk: CHUNK,
  work: (ctx, { asked, outcome }, unitIds, move) => withChunk(ctx, asked, unitIds, outcome, move),
});
export const { collection: buildRunCollection } = builds;
export const buildRunJob = defineJob({ name: 'notices that are made', every: '* * * * *', perProject: builds.resume });

const outcome = z.object({
  units: z.int(),
  made: z.int(),
  rebuilt: z.int(),
  known: z.int(),
  sum: z.int(),
  skipped: z.array(z.object({ unitId: z.string(), code: z.enum(['NOTICE_NOT_ABOVE_DEBT', 'FEE_DATE_IN_PAST']) })),
});

/** Builds the notices of a month: a few units at once, many in the background. */
export const buildRoutes: readonly Route[] = [
  route({
    module: feeNotice.code,
    flags: ['write'],
    method: 'post',
    path: `${feeNotice.path}/build`,
    summary: 'Make the notices of a month, or look first at what they would be; published at once where that is asked',
    body: askedSchema,
    pends: true,
    answer: z.union([outcome, z.object({ id: z.string(), progressId: z.string() })]),
    async run(ctx, { body, res }) {
      if (body.unitIds?.length === 0)
        failFields({ unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
      await checkRefs(ctx, { unitIds: { kind: 'refs', to: 'unit', max: 500 } }, { unitIds: body.unitIds ?? [] });
      await assertBuildable(ctx, body);
      const unitIds = await unitsWithNews(ctx, body);
      const skipped = await debtAlone(ctx, body, unitIds);
      const begun = { ...NOTHING, units: unitIds.length + skipped.length, skipped };
      if (unitIds.length <= MULTI_AT_ONCE) return withChunk(ctx, body, unitIds, begun);
      res.status(202);
      return builds.start(ctx, body, unitIds, begun);
    },
  }),
  route({
    module: feeNotice.code,
    flags: ['read'],
    method: 'get',
    path: `${feeNotice.path}/build/:id`,
    summary: 'How far the making of the notices of a month is, and what it has done',
    params: z.strictObject({ id: idSchema }),
    answer: outcome.extend({ id: z.string(), ...CHUNKED_ANSWER }),
    async run(ctx, { params: { id } }) {
      const run = (await builds.find(ctx, id)) ?? fail('NOT_FOUND');
      return { id, ...builds.progressOf(run), ...run.outcome };
    },
  }),
  route({
    module: feeNotice.code,
    flags: ['read'],
    method: 'get',
    path: `${feeNotice.path}/build/:id/items`,
    summary: 'What the making of the notices of a month came to, unit by unit: its notice, or why there is none',
    params: z.strictObject({ id: idSchema }),
    answer: z.array(
      z.object({
        unitId: z.string(),
        noticeId: z.string().nullable(),
        code: z.string().nullable(),
        status: z.string().nullable(),
        skipped: z.string().nullable(),
      }),
    ),
    async run(ctx, { params: { id } }) {
      const run = (await builds.find(ctx, id)) ?? fail('NOT_FOUND');
      const skipped = new Map(run.outcome.skipped.map(skip => [skip.unitId, skip.code]));
      const looked = [...new Set([...run.items.slice(0, run.next), ...skipped.keys()])];
      const notices = new Map(
        (await findStanding(ctx, run.asked.month, looked)).map(notice => [notice.unitId, notice]),
      );
      return looked.map(unitId => {
        const notice = notices.get(unitId);
        const why = skipped.get(unitId) ?? null;
        return {
          unitId,
          skipped: why,
          noticeId: notice?._id ?? null,
          code: notice?.code ?? null,
          status: notice?.status ?? null,
        };
      });
    },
  }),
];

import { MULTI_AT_ONCE } from '@lobby/shared/kit/paging.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { feeNotice, type NoticesBuilt } from '@lobby/shared/modules/fee-notice.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { clockMs } from '../../kit/database/clock.ts';
import { type Collection, db, newId, transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { followProgress, noteProgress } from '../../kit/jobs/runs.ts';
import { log } from '../../kit/ops/log.ts';
import { takeKey } from '../../kit/store/idempotency.ts';
import { checkRefs } from '../../kit/store/refs.ts';
import { Overtaken, untilSettled } from '../../kit/store/save.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import {
  type Asked,
  askedSchema,
  assertBuildable,
  buildSome,
  CHUNK,
  debtAlone,
  lookAgain,
  standing,
  unitsWithNews,
} from './build.ts';

/** The notices of many units, made chunk by chunk: any server goes on where another one ended. */
interface BuildRun extends Pick<Ctx, 'userId' | 'employeeId' | 'actor' | 'language'> {
  _id: string;
  projectId: string;
  asked: Asked;
  unitIds: readonly string[];
  /** The first unit that is still to be looked at. */
  next: number;
  outcome: NoticesBuilt;
  state: 'RUNNING' | 'DONE';
  at: Date;
  /** Its server works on it up to here at least. */
  until: Date;
}

const KEPT_S = 7 * 86_400;
export const buildRunCollection: Collection = {
  name: 'feeNoticeBuilds',
  indexes: [{ key: { projectId: 1, state: 1, until: 1 } }, { key: { at: 1 }, options: { expireAfterSeconds: KEPT_S } }],
};
const runs = () => db().collection<BuildRun>(buildRunCollection.name);
const LEASE_MS = 60_000;
const lease = () => new Date(clockMs() + LEASE_MS);

const NOTHING: NoticesBuilt = { units: 0, made: 0, rebuilt: 0, known: 0, sum: 0, skipped: [] };

/** The outcome with one more chunk; of two at once one makes them, the other finds them there. */
const withChunk = (ctx: Ctx, asked: Asked, unitIds: readonly string[], outcome: NoticesBuilt, move?: Move) =>
  untilSettled(async () => {
    const next = { ...outcome, skipped: [...outcome.skipped] };
    const isStored = await buildSome({ ...ctx, once: null }, asked, unitIds, next, session =>
      move?.(next, session),
    ).catch(lookAgain);
    // What is only looked at, or has nothing to make, is noted by itself.
    if (!isStored && move) await transaction(session => move(next, session));
    return next;
  });
type Move = (outcome: NoticesBuilt, session: Parameters<Parameters<typeof transaction>[0]>[0]) => Promise<void>;

/** Makes what is left of a run; how far it is moves on in the transaction of each chunk. */
async function work(ctx: Ctx, _id: string): Promise<void> {
  for (;;) {
    const run = await runs().findOneAndUpdate({ _id, state: 'RUNNING' }, { $set: { until: lease() } });
    if (!run) return;
    const { asked, unitIds, next: from, outcome } = run;
    const of = unitIds.length;
    const chunk = unitIds.slice(from, from + CHUNK);
    if (chunk.length === 0) {
      await runs().updateOne({ _id }, { $set: { state: 'DONE' } });
      await noteProgress(_id, { done: of, of, state: 'done' });
      return;
    }
    await withChunk(ctx, asked, chunk, outcome, async (now, session) => {
      const to = from + chunk.length;
      const moved = await runs().updateOne({ _id, next: from }, { $set: { next: to, outcome: now } }, { session });
      if (moved.matchedCount === 0) throw new Overtaken();
    });
    await noteProgress(_id, { done: from + chunk.length, of, state: 'running' });
  }
}

/** Goes on with the runs whose server is gone. */
async function resume(ctx: Ctx): Promise<number> {
  const { projectId } = ctx;
  const left = await runs()
    .find({ projectId, state: 'RUNNING', until: { $lt: ctx.now } })
    .toArray();
  let resumed = 0;
  for (const { _id, until, userId, employeeId, actor, language } of left) {
    const mine = await runs().updateOne({ _id, until }, { $set: { until: lease() } });
    if (mine.modifiedCount === 0) continue;
    await work({ ...ctx, userId, employeeId, actor, language }, _id);
    resumed++;
  }
  return resumed;
}

export const buildRunJob = defineJob({ name: 'notices that are made', every: '* * * * *', perProject: resume });

async function start(ctx: Ctx, asked: Asked, unitIds: readonly string[], outcome: NoticesBuilt) {
  const { projectId, userId, employeeId, actor, language, once, now: at } = ctx;
  const _id = newId();
  const answer = { id: _id, progressId: _id };
  await transaction(async session => {
    if (once) await takeKey(once, answer, at, session);
    const run = { _id, projectId, asked, unitIds, next: 0, outcome, state: 'RUNNING' as const, at, until: lease() };
    await runs().insertOne({ ...run, userId, employeeId, actor, language }, { session });
  });
  ctx.once = null;
  await followProgress(ctx, { _id, entity: feeNotice.name, action: 'build', of: unitIds.length });
  // What fails now is done by a later turn of the job.
  work(ctx, _id).catch(error => log.error({ error: String(error), build: _id }, 'notices could not be made yet'));
  return answer;
}

const outcome = z.object({
  units: z.int(),
  made: z.int(),
  rebuilt: z.int(),
  known: z.int(),
  sum: z.int(),
  skipped: z.array(z.object({ unitId: z.string(), code: z.enum(['NOTICE_NOT_ABOVE_DEBT', 'FEE_DATE_IN_PAST']) })),
});

/** Notices of a month: made at once of a few units, in the background of many. */
export const buildRoutes: readonly Route[] = [
  route({
    module: feeNotice.code,
    flags: ['write'],
    method: 'post',
    path: `${feeNotice.path}/build`,
    summary: 'Make the notices of a month, or look first at what they would be; published at once where that is asked',
    body: askedSchema,
    answer: z.union([outcome, z.object({ id: z.string(), progressId: z.string() })]),
    async run(ctx, { body: asked, res }) {
      if (asked.unitIds?.length === 0)
        failFields({ unitIds: { code: 'EMPTY_APARTMENT_SELECTED' } }, 'EMPTY_APARTMENT_SELECTED');
      await checkRefs(ctx, { unitIds: { kind: 'refs', to: 'unit', max: 500 } }, { unitIds: asked.unitIds ?? [] });
      await assertBuildable(ctx, asked);
      const unitIds = await unitsWithNews(ctx, asked);
      const skipped = await debtAlone(ctx, asked, unitIds);
      const begun = { ...NOTHING, units: unitIds.length + skipped.length, skipped };
      if (unitIds.length <= MULTI_AT_ONCE) return withChunk(ctx, asked, unitIds, begun);
      res.status(202);
      return start(ctx, asked, unitIds, begun);
    },
  }),
  route({
    module: feeNotice.code,
    flags: ['read'],
    method: 'get',
    path: `${feeNotice.path}/build/:id`,
    summary: 'How far the making of the notices of a month is, and what it has done',
    params: z.strictObject({ id: idSchema }),
    answer: outcome.extend({ id: z.string(), state: z.enum(['RUNNING', 'DONE']), done: z.int() }),
    async run({ projectId }, { params: { id } }) {
      const run = (await runs().findOne({ _id: id, projectId })) ?? fail('NOT_FOUND');
      return { id, state: run.state, done: run.next, ...run.outcome };
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
      const run = (await runs().findOne({ _id: id, projectId: ctx.projectId })) ?? fail('NOT_FOUND');
      const skipped = new Map(run.outcome.skipped.map(one => [one.unitId, one.code]));
      const looked = [...new Set([...run.unitIds.slice(0, run.next), ...skipped.keys()])];
      const notices = new Map((await standing(ctx, run.asked.month, looked)).map(one => [one.unitId, one]));
      return looked.map(unitId => {
        const own = notices.get(unitId);
        const why = skipped.get(unitId) ?? null;
        return {
          unitId,
          skipped: why,
          noticeId: own?._id ?? null,
          code: own?.code ?? null,
          status: own?.status ?? null,
        };
      });
    },
  }),
];

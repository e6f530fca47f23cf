import { CHECKS, type Check, reconciliation } from '@lobby/shared/modules/reconciliation.ts';
import { MongoServerError } from 'mongodb';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { clockMs, clockNow } from '../../kit/database/clock.ts';
import { newId, transaction } from '../../kit/database/database.ts';
import { noteProgress, publishProgress } from '../../kit/jobs/runs.ts';
import { log } from '../../kit/ops/log.ts';
import { writeEvents } from '../../kit/store/events.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { type Result, reconcile } from './checks.ts';
import { notifyOfResults, type Turn } from './notify.ts';
import { type Run, results, runs, standingId, standings, stateOf } from './store.ts';

const DUPLICATE = 11_000;
/** Lease of a run: after this time without renewal its server is considered gone. */
const LEASE_MS = 60_000;
const RENEW_MS = 5000;
/** Minute of the day from which the nightly run starts. */
const NIGHT = 150;

const lease = () => new Date(clockMs() + LEASE_MS);

/** Starts a run unless one is under way; null if the night has had its own. */
async function open(ctx: Ctx, checks: readonly Check[], night: string | null): Promise<Run | null> {
  const { projectId, actor: by, now: at } = ctx;
  await runs().updateMany({ projectId, state: 'running', until: { $lt: clockNow() } }, { $set: { state: 'failed' } });
  const begun = { _id: newId(), projectId, night, at, by, checks, until: lease(), durationMs: null, states: {} };
  const run: Run = { ...begun, state: 'running' };
  try {
    await runs().insertOne({ ...run });
    return run;
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === DUPLICATE)) throw error;
    if (night) return null;
    const going = await runs().findOne({ projectId, state: 'running' });
    fail('RECONCILIATION_RUNNING', { progressId: going?._id ?? null });
  }
}

/** Stores the results and states of the checks, sends notifications and publishes the change. */
async function keep(ctx: Ctx, run: Run, all: readonly Result[]): Promise<void> {
  const { projectId } = ctx;
  const { _id, at } = run;
  await transaction(async session => {
    const before = new Map(
      (await standings().find({ projectId }, { session }).toArray()).map(standing => [standing.check, standing]),
    );
    const turns: Turn[] = [];
    const states: Run['states'] = {};
    for (const { wrong, ...result } of all) {
      const old = before.get(result.check) ?? null;
      const standing = {
        ...result,
        projectId,
        run: _id,
        at,
        since: result.ok ? null : (old?.since ?? at),
        acknowledged: result.ok ? null : (old?.acknowledged ?? null),
      };
      const turn: Turn = { check: result.check, ok: result.ok, before: old, known: standing.acknowledged !== null };
      turns.push(turn);
      states[result.check] = stateOf(standing);
      await standings().updateOne(
        { _id: standingId(projectId, result.check) },
        { $set: standing },
        { upsert: true, session },
      );
      await results().insertOne(
        { _id: `${_id}:${result.check}`, ...result, projectId, run: _id, at, wrong },
        { session },
      );
    }
    await notifyOfResults(systemCtx(ctx.project, ctx.now), turns, session);
    const over = { state: 'done' as const, states, durationMs: Math.max(0, clockMs() - at.getTime()) };
    await runs().updateOne({ _id }, { $set: over }, { session });
    const red = all.filter(({ ok }) => !ok).length;
    await writeEvents([eventOf(ctx, 'run', null, { checks: all.length, red })], session);
  });
}

/** Event of an action on a check, or of a run. */
export const eventOf = (ctx: Ctx, action: string, entityId: string | null, after: Record<string, unknown>) => ({
  at: ctx.now,
  projectId: ctx.projectId,
  module: reconciliation.code,
  entity: reconciliation.name,
  entityId,
  action,
  actor: ctx.actor,
  before: null,
  after,
  version: 0,
  row: null,
});

async function work(ctx: Ctx, run: Run): Promise<void> {
  const { _id, checks } = run;
  const of = checks.length;
  const renewing = setInterval(() => {
    void runs().updateOne({ _id, state: 'running' }, { $set: { until: lease() } });
    if (!run.night) void noteProgress(_id, { done: 0, of, state: 'running' });
  }, RENEW_MS);
  try {
    await keep(ctx, run, await reconcile(ctx.projectId, checks));
    if (!run.night) await noteProgress(_id, { done: of, of, state: 'done' });
  } catch (error) {
    log.error({ projectId: ctx.projectId, error: String(error) }, 'the books could not be reconciled');
    await runs().updateOne({ _id }, { $set: { state: 'failed' } });
    if (!run.night) await noteProgress(_id, { done: 0, of, state: 'failed' });
  } finally {
    clearInterval(renewing);
  }
}

const underway = new Set<Promise<void>>();
/** Waits for the runs of this server; once, at stop. */
export const endReconciliations = async (): Promise<void> => void (await Promise.allSettled(underway));

/** Starts a run in the background; returns its id. */
export async function startRun(ctx: Ctx, checks: readonly Check[] = CHECKS): Promise<string> {
  const run = (await open(ctx, checks, null)) ?? fail('RECONCILIATION_RUNNING');
  const { _id } = run;
  await publishProgress(ctx, { _id, entity: reconciliation.name, action: 'run', of: checks.length });
  const going = work(ctx, run)
    .catch(error => log.error({ error: String(error) }, 'a run of the books could not be ended'))
    .finally(() => underway.delete(going));
  underway.add(going);
  return _id;
}

/** Nightly run of all checks of each project, from 2:30 local time. Idempotent, and safe on several servers. */
export const reconciliationsJob = defineJob({
  name: 'check of the books',
  every: '*/10 * * * *',
  async perProject(ctx) {
    const { day, minutes } = clockAt(ctx.now, ctx.project.timeZone);
    if (minutes < NIGHT || (await runs().findOne({ projectId: ctx.projectId, night: day }))) return 0;
    const run = await open(ctx, CHECKS, day);
    if (!run) return 0;
    await work(ctx, run);
    return 1;
  },
});

import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { SENT_KINDS, type SyncKind } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { type Ctx, systemCtx } from '../../../kit/base/context.ts';
import { fail, Refusal } from '../../../kit/base/errors.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import { clockMs, clockNow } from '../../../kit/database/clock.ts';
import { db } from '../../../kit/database/database.ts';
import { attemptEach, attemptSteps } from '../../../kit/jobs/attempt-each.ts';
import { soon } from '../../../kit/ops/soon.ts';
import { build } from '../../../kit/records/records.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { keepBeside } from '../../../kit/store/beside.ts';
import { type Doc, records, type Where } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { collectionOf } from '../../../kit/store/schema.ts';
import { loadReaders } from '../../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { loadProject, settingsOf } from '../../../platform/projects/projects.ts';
import { lineTo, silenceOf } from '../access.ts';
import { standingConnection } from '../rows/index.ts';
import { type Line, NoAnswer, Refused } from './protocol.ts';
import { sendRows } from './send.ts';
import { UNSETTLED } from './settle.ts';

const AT_ONCE = 50;
const LEASE_MS = 90_000;
/** OUT_OF_SYNC is left out: staff decide about differences. */
const OPEN = ['NONE', 'PENDING', 'CHANGED'] as const;

/** Selection criteria of a run. */
export interface Wanted {
  by: 'MANUAL' | 'SCHEDULE' | 'QUEUE';
  kinds?: readonly SyncKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Employee who started the run, if not the caller. */
  startedBy?: string | null | undefined;
}

/** Filters the rows that a run still has to try; advances are skipped without ADVANCE_PAYMENT_SYNC. */
function rowsOf(ctx: Ctx, { by, kinds, from, to, ids }: Wanted, runId?: string): Where<typeof syncReceipt> {
  const advances = ctx.project.features.ADVANCE_PAYMENT_SYNC === true;
  const wanted: readonly string[] = kinds?.length ? kinds : SENT_KINDS;
  const forward = SENT_KINDS.filter(sentKind => (advances || sentKind !== 'ADVANCE') && wanted.includes(sentKind));
  // Cancellations are always included, unless no kind is left.
  const named = forward.length > 0 ? ([...forward, 'CANCELLATION'] as const) : [];
  const queue = { status: 'PENDING' as const, nextAt: { $ne: null, $lte: ctx.now } };
  return {
    cancelled: { $ne: true },
    documentKind: { $in: named },
    ...(by === 'QUEUE' ? queue : { status: { $in: [...OPEN] } }),
    // Documents refused by the accounting software are sent again only after somebody has acted.
    ...(by === 'SCHEDULE' && { errorCode: { $ne: 'ACCOUNTING_SYSTEM_ERROR' as const } }),
    ...((from || to) && { accountingDate: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(ids?.length && { _id: { $in: [...ids] } }),
    // Rows that a crashed server claimed and did not settle still belong to this run.
    ...(runId && { $or: [{ runId: { $ne: runId } }, { runId, ...UNSETTLED }] }),
  };
}

const two = (n: number) => String(n).padStart(2, '0');
const nameAt = (at: Date, timeZone: string): string => {
  const { day, minutes } = clockAt(at, timeZone);
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** Throws with the progress of the run that is in progress. */
async function assertNoneRuns({ projectId }: Ctx): Promise<void> {
  const going = await records(syncRun).first({ projectId }, { status: 'RUNNING' });
  if (going) fail('SYNC_RUNNING', { id: going._id, done: going.sent + going.failed, of: going.of });
}

/** Starts a run; throws if another is in progress or nothing is to be sent. */
export async function beginRun(
  ctx: Ctx,
  connection: Doc<typeof syncConnection>,
  wanted: Wanted,
): Promise<Doc<typeof syncRun>> {
  await assertNoneRuns(ctx);
  const of = await records(syncReceipt).count(ctx, rowsOf(ctx, wanted));
  if (of === 0) fail('NOTHING_TO_SYNC');
  const insert = await build(ctx, syncRun, {
    name: nameAt(ctx.now, ctx.project.timeZone),
    by: wanted.by,
    startedBy: wanted.startedBy ?? ctx.employeeId,
    connectionId: connection._id,
    of,
    kinds: (wanted.kinds ?? []).map(kind => ({ kind })),
    from: wanted.from ?? null,
    to: wanted.to ?? null,
    chosen: (wanted.ids ?? []).map(id => ({ id })),
    sent: 0,
    failed: 0,
  });
  const change = { definition: syncRun, action: 'create', insert };
  const [made] = await save(ctx, [change], { id: insert._id }).catch(async error => {
    // A concurrent call created its run first.
    if (error instanceof Refusal && error.code === 'SYNC_RUNNING') await assertNoneRuns(ctx);
    throw error;
  });
  askSync();
  return made ?? insert;
}

const wantedOf = (run: Doc<typeof syncRun>): Wanted => ({
  by: run.by,
  kinds: run.kinds.flatMap(({ kind }) => kind ?? []),
  from: run.from ?? undefined,
  to: run.to ?? undefined,
  ids: run.chosen.flatMap(({ id }) => id ?? []),
});

/** Takes or extends the lease of a run, so that only one server works on it. */
async function leased(run: Doc<typeof syncRun>, mine: boolean): Promise<Doc<typeof syncRun> | null> {
  const free = { $or: [{ until: null }, { until: { $lt: clockNow() } }] };
  const going = { _id: run._id, status: 'RUNNING' } as const;
  const until = new Date(clockMs() + LEASE_MS);
  const taken = await keepBeside(syncRun, run, { ...going, ...(!mine && free) }, { set: { until } });
  return taken > 0 ? records(syncRun).first(run, going) : null;
}

async function endRun(ctx: Ctx, run: Doc<typeof syncRun>, gone: string | null): Promise<void> {
  const { failed } = run;
  const status = gone !== null ? 'FAILED' : failed > 0 ? 'DONE_WITH_ERRORS' : 'DONE';
  const people = status === 'DONE' ? [] : await loadReaders(ctx.projectId, syncRun.code, 'sync');
  const [kind, title, detail] =
    gone !== null
      ? (['SYNC_RUN_FAILED', sayDay(run.name ?? ''), gone] as const)
      : (['SYNC_RUN_ERRORS', String(failed), sayDay(run.name ?? '')] as const);
  const subject = { module: syncRun.code, id: run._id, title, text: detail };
  try {
    await perform(ctx, { definition: syncRun, name: 'finish', id: run._id, input: {} }, () => ({
      status,
      set: { endedAt: ctx.now, lastError: gone },
      also: async session => notify(ctx, toStaff(people), kind, subject, session),
    }));
  } catch (error) {
    // The run was cancelled meanwhile.
    if (!(error instanceof Refusal)) throw error;
  }
  const set = { lastRunAt: ctx.now, lastError: gone, ...(gone === null && { lastOkAt: ctx.now }) };
  await perform(ctx, { definition: syncConnection, name: 'settle', id: run.connectionId ?? '', input: {} }, () => ({
    set,
  }));
}

async function workOn(ctx: Ctx, first: Doc<typeof syncRun>): Promise<number> {
  let run = await leased(first, false);
  let worked = 0;
  let line: Line | null = null;
  for (; run; run = await leased(run, true)) {
    const rows = await records(syncReceipt).find(ctx, rowsOf(ctx, wantedOf(run), run._id), {
      sort: { accountingDate: 1, documentKind: 1, _id: 1 },
      limit: AT_ONCE,
      patience: 10_000,
    });
    if (rows.length === 0) {
      await endRun(ctx, run, null);
      return worked + 1;
    }
    const connection = await standingConnection(ctx.projectId);
    if (connection?.status !== 'ACTIVE') {
      await endRun(ctx, run, silenceOf(ctx, 'paused'));
      return worked + 1;
    }
    try {
      line ??= await lineTo(connection);
      const { sent, failed, gone } = await sendRows(ctx, line, connection.baseUnitCode, run._id, rows);
      const inc = { sent, failed };
      run = await perform(ctx, { definition: syncRun, name: 'progress', id: run._id, input: {} }, (_ctx, latest) => ({
        inc,
        // Documents added since the start are included, so the total may grow.
        set: { of: Math.max(latest.of, latest.sent + latest.failed + sent + failed) },
      }));
      worked += rows.length;
      if (gone !== null) {
        await endRun(ctx, run, gone);
        return worked;
      }
    } catch (error) {
      if (error instanceof NoAnswer || error instanceof Refused) {
        await endRun(ctx, run, silenceOf(ctx, error.message));
        return worked + 1;
      }
      // The run was cancelled.
      if (error instanceof Refusal && error.code.startsWith('STATUS_')) return worked;
      throw error;
    }
  }
  return worked;
}

/** Continues the runs of all projects, and starts a run where queued documents are due. */
export async function runSyncJob(now: Date): Promise<number> {
  const standing = { deletedAt: null, status: { $in: ['ACTIVE' as const, 'PAUSED' as const] } };
  const connections = await db()
    .collection<Doc<typeof syncConnection>>(collectionOf(syncConnection))
    .find(standing)
    .toArray();
  const beginQueued = async () => {
    const active = connections.filter(({ status, testPassedAt }) => status === 'ACTIVE' && testPassedAt);
    await attemptEach(active, async connection => {
      const ctx = await loadContext(connection.projectId, now);
      if (ctx) await beginRun(ctx, connection, { by: 'QUEUE', startedBy: await askedBy(ctx) });
    });
  };
  const advanceRuns = async () => {
    const going = await db()
      .collection<Doc<typeof syncRun>>(collectionOf(syncRun))
      .find({ projectId: { $in: connections.map(({ projectId }) => projectId) }, deletedAt: null, status: 'RUNNING' })
      .toArray();
    return attemptEach(going, async run => {
      const ctx = await loadContext(run.projectId, now);
      return ctx ? workOn(ctx, run) : 0;
    });
  };
  return attemptSteps([beginQueued, advanceRuns]);
}

/** The user who queued a due document; null if all are automatic retries. */
async function askedBy(ctx: Ctx): Promise<string | null> {
  const due = { ...rowsOf(ctx, { by: 'QUEUE' }), askedById: { $ne: null } } as const;
  return (await records(syncReceipt).first(ctx, due, { sort: { nextAt: 1 } }))?.askedById ?? null;
}

async function loadContext(projectId: string, now: Date): Promise<Ctx | null> {
  const project = await loadProject(projectId);
  return project ? systemCtx(settingsOf(project), now) : null;
}

/** Starts the runs of all connections with this schedule that have something to send and no run in progress. */
export async function scheduleRuns(now: Date, schedule: 'HOURLY' | 'NIGHTLY'): Promise<number> {
  const active = { deletedAt: null, status: 'ACTIVE' as const, schedule, testPassedAt: { $ne: null } };
  const due = await db().collection<Doc<typeof syncConnection>>(collectionOf(syncConnection)).find(active).toArray();
  return attemptEach(due, async connection => {
    const ctx = await loadContext(connection.projectId, now);
    return ctx && beginRun(ctx, connection, { by: 'SCHEDULE' });
  });
}

const going = soon(
  'documents for the accounting software',
  () => 100,
  () => runSyncJob(clockNow()),
);
export const endSync = going.end;

let held = false;
/** Switches immediate sending off, so that tests trigger the job themselves. */
export const holdSync = (yes: boolean): void => {
  held = yes;
};
/** Triggers sending shortly instead of waiting for the next job. */
export const askSync = (): void => {
  if (!held) going.ask();
};

import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { SENT_KINDS, type SyncKind } from '@lobby/shared/modules/sync-kinds.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { syncRun } from '@lobby/shared/modules/sync-run.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { fail, Refusal } from '../../kit/base/errors.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { clockMs, clockNow } from '../../kit/database/clock.ts';
import { db } from '../../kit/database/database.ts';
import { soon } from '../../kit/ops/soon.ts';
import { act } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { collectionOf } from '../../kit/store/schema.ts';
import { loadReaders } from '../../platform/auth/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';
import { standingConnection } from '../sync-row/index.ts';
import { lineTo, silenceOf } from './access.ts';
import { type Line, NoAnswer, Refused } from './protocol.ts';
import { sendRows } from './send.ts';
import { UNSETTLED } from './settle.ts';

const AT_ONCE = 50;
const LEASE_MS = 90_000;
/** What differs there is somebody's to judge. */
const OPEN = ['NONE', 'PENDING', 'CHANGED'] as const;

/** What a run is about. */
export interface Wanted {
  by: 'MANUAL' | 'SCHEDULE' | 'QUEUE';
  kinds?: readonly SyncKind[] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Who has asked for it, where that is not who calls. */
  startedBy?: string | null | undefined;
}

/** The rows that a run still has to try; without ADVANCE_PAYMENT_SYNC advances wait. */
function rowsOf(ctx: Ctx, { by, kinds, from, to, ids }: Wanted, runId?: string): Where<typeof syncReceipt> {
  const advances = ctx.project.features.ADVANCE_PAYMENT_SYNC === true;
  const wanted: readonly string[] = kinds?.length ? kinds : SENT_KINDS;
  const asked = SENT_KINDS.filter(one => (advances || one !== 'ADVANCE') && wanted.includes(one));
  // What is taken back goes along with whatever else is sent.
  const named = asked.length > 0 ? ([...asked, 'CANCELLATION'] as const) : [];
  const queue = { status: 'PENDING' as const, nextAt: { $ne: null, $lte: ctx.now } };
  return {
    cancelled: { $ne: true },
    documentKind: { $in: named },
    ...(by === 'QUEUE' ? queue : { status: { $in: [...OPEN] } }),
    // What the other side refuses is sent again once somebody has acted.
    ...(by === 'SCHEDULE' && { errorCode: { $ne: 'ACCOUNTING_SYSTEM_ERROR' as const } }),
    ...((from || to) && { accountingDate: { ...(from && { $gte: from }), ...(to && { $lte: to }) } }),
    ...(ids?.length && { _id: { $in: [...ids] } }),
    // What a server that is gone had under way belongs to the run still.
    ...(runId && { $or: [{ runId: { $ne: runId } }, { runId, ...UNSETTLED }] }),
  };
}

const two = (n: number) => String(n).padStart(2, '0');
const nameAt = (at: Date, timeZone: string): string => {
  const { day, minutes } = clockAt(at, timeZone);
  return `${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
};

/** Refuses another run beside one that goes on, saying how far that is. */
async function assertNoneRuns({ projectId }: Ctx): Promise<void> {
  const going = await records(syncRun).first({ projectId }, { status: 'RUNNING' });
  if (going) fail('SYNC_RUNNING', { id: going._id, done: Number(going.sent) + Number(going.failed), of: going.of });
}

/** Begins a run; refused where another goes on, or there is nothing to send. */
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
    once: 'running',
    sent: 0,
    failed: 0,
  });
  const change = { definition: syncRun, action: 'create', insert };
  const [made] = await save(ctx, [change], { id: insert._id }).catch(async error => {
    // Of two at once the other was quicker.
    if (error instanceof Refusal && error.code === 'SYNC_RUNNING') await assertNoneRuns(ctx);
    throw error;
  });
  askSync();
  return made ?? insert;
}

const wantedOf = (run: Doc<typeof syncRun>): Wanted => ({
  by: run.by,
  kinds: (run.kinds as { kind: SyncKind }[]).map(({ kind }) => kind),
  from: run.from ?? undefined,
  to: run.to ?? undefined,
  ids: (run.chosen as { id: string }[]).map(({ id }) => id),
});

/** Takes a run for this server, or keeps it: of several servers one works on it. */
async function leased(run: Doc<typeof syncRun>, mine: boolean): Promise<Doc<typeof syncRun> | null> {
  const free = { $or: [{ until: null }, { until: { $lt: clockNow() } }] };
  return db()
    .collection<Doc<typeof syncRun>>(collectionOf(syncRun))
    .findOneAndUpdate(
      { _id: run._id, status: 'RUNNING', ...(!mine && free) },
      { $set: { until: new Date(clockMs() + LEASE_MS) } },
      { returnDocument: 'after' },
    );
}

async function endRun(ctx: Ctx, run: Doc<typeof syncRun>, gone: string | null): Promise<void> {
  const failed = Number(run.failed);
  const status = gone !== null ? 'FAILED' : failed > 0 ? 'DONE_WITH_ERRORS' : 'DONE';
  const people = status === 'DONE' ? [] : await loadReaders(ctx.projectId, syncRun.code, 'sync');
  const [kind, title, told] =
    gone !== null
      ? (['SYNC_RUN_FAILED', sayDay(String(run.name)), gone] as const)
      : (['SYNC_RUN_ERRORS', String(failed), sayDay(String(run.name))] as const);
  const subject = { module: syncRun.code, id: run._id, title, text: told };
  try {
    await act(ctx, syncRun, 'finish', run._id, {}, () => ({
      status,
      set: { ...ENDED, endedAt: ctx.now, lastError: gone },
      also: async session => notify(ctx, toStaff(people), kind, subject, session),
    }));
  } catch (error) {
    // Somebody has stopped it meanwhile.
    if (!(error instanceof Refusal)) throw error;
  }
  const set = { lastRunAt: ctx.now, lastError: gone, ...(gone === null && { lastOkAt: ctx.now }) };
  await act(ctx, syncConnection, 'settle', String(run.connectionId), {}, () => ({ set }));
}

/** Another may begin. */
export const ENDED = { once: null, 'uniq.once': null } as const;

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
      run = await act(ctx, syncRun, 'progress', run._id, {}, (_ctx, own) => ({
        inc,
        // What has come up since it began goes along.
        set: { of: Math.max(Number(own.of), Number(own.sent) + Number(own.failed) + sent + failed) },
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
      // Stopped by somebody.
      if (error instanceof Refusal && error.code.startsWith('STATUS_')) return worked;
      throw error;
    }
  }
  return worked;
}

/** Works on the runs of all projects, and begins one where what is due waits. */
export async function runSyncJob(now: Date): Promise<number> {
  let worked = 0;
  const standing = { deletedAt: null, status: { $in: ['ACTIVE' as const, 'PAUSED' as const] } };
  const connections = await db()
    .collection<Doc<typeof syncConnection>>(collectionOf(syncConnection))
    .find(standing)
    .toArray();
  for (const connection of connections.filter(({ status, testPassedAt }) => status === 'ACTIVE' && testPassedAt)) {
    const ctx = await loadContext(connection.projectId, now);
    if (!ctx) continue;
    await quietly(async () => beginRun(ctx, connection, { by: 'QUEUE', startedBy: await askedBy(ctx) }));
  }
  const going = await db()
    .collection<Doc<typeof syncRun>>(collectionOf(syncRun))
    .find({ projectId: { $in: connections.map(({ projectId }) => projectId) }, deletedAt: null, status: 'RUNNING' })
    .toArray();
  for (const run of going) {
    const ctx = await loadContext(run.projectId, now);
    if (ctx) worked += await workOn(ctx, run);
  }
  return worked;
}

/** Who has asked for what is due in the queue; nobody where it is tried again by itself. */
async function askedBy(ctx: Ctx): Promise<string | null> {
  const due = { ...rowsOf(ctx, { by: 'QUEUE' }), askedById: { $ne: null } } as const;
  return (await records(syncReceipt).first(ctx, due, { sort: { nextAt: 1 } }))?.askedById ?? null;
}

async function loadContext(projectId: string, now: Date): Promise<Ctx | null> {
  const project = await loadProject(projectId);
  return project ? systemCtx(settingsOf(project), now) : null;
}

/** Does what there is nothing for, or what goes on already. */
async function quietly(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

/** Begins the runs of a schedule. */
export async function scheduleRuns(now: Date, schedule: 'HOURLY' | 'NIGHTLY'): Promise<number> {
  const active = { deletedAt: null, status: 'ACTIVE' as const, schedule, testPassedAt: { $ne: null } };
  let begun = 0;
  for (const one of await db()
    .collection<Doc<typeof syncConnection>>(collectionOf(syncConnection))
    .find(active)
    .toArray()) {
    const ctx = await loadContext(one.projectId, now);
    if (ctx && (await quietly(() => beginRun(ctx, one, { by: 'SCHEDULE' })))) begun += 1;
  }
  return begun;
}

const going = soon(
  'documents for the accounting software',
  () => 100,
  () => runSyncJob(clockNow()),
);
export const endSync = going.end;

let held = false;
/** Whether nothing is sent but by a job: tests say when. */
export const holdSync = (yes: boolean): void => {
  held = yes;
};
/** Sends in a moment what waits. */
export const askSync = (): void => {
  if (!held) going.ask();
};

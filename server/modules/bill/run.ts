import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { newId } from '../../kit/database/database.ts';
import { noteProgress } from '../../kit/jobs/runs.ts';
import { soon } from '../../kit/ops/soon.ts';
import { act, type Effect } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { Overtaken } from '../../kit/store/save.ts';
import { saveNew } from '../../kit/store/save-new.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { refuseLockedMonth } from '../lock-date/index.ts';
import { billValues, type Plan, planOf, servicesOf } from './plan.ts';
import { releaseBill } from './release.ts';
import { type Before, countedWith, itemsOf, storeItems } from './run-items.ts';
import { ids, unitsAfter, unitsInOrder } from './run-scope.ts';
import { marked } from './usages.ts';

/** Units whose bills are made in one transaction. */
const CHUNK = 200;
const GOING = ['PREVIEWING', 'RUNNING'];

/**
 * Makes the bills of all runs that go on, chunk by chunk: the bills of a chunk and how far the run is are one transaction, so that a server that dies,
 * or two at once, make each bill once (proof.md, F10).
 */
export async function turnBillRuns(now: Date): Promise<number> {
  let chunks = 0;
  const failures: unknown[] = [];
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    await expirePreviews(ctx);
    const going = { projectId: ctx.projectId, deletedAt: null, status: { $in: GOING } };
    for (const { _id } of await modelOf(billRun).find(going).sort({ _id: 1 }).lean<Stored[]>())
      try {
        chunks += await runAll(ctx, _id);
      } catch (error) {
        failures.push(error);
      }
    await releaseMade(ctx);
  }
  // What fails of one run keeps no other from going on, and is tried again.
  if (failures.length > 0) throw failures[0];
  return chunks;
}

const PREVIEW_MS = 24 * 3_600_000;
/** Others of the same month, services and units may begin. */
export const CLOSED = { once: null, 'uniq.once': null } as const;

/** What was looked at a day ago, and not begun, is not begun any more. */
async function expirePreviews(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now.getTime() - PREVIEW_MS);
  const old = { projectId: ctx.projectId, deletedAt: null, status: 'PREVIEW', createdAt: { $lt: since } };
  for (const { _id } of await modelOf(billRun).find(old, { _id: 1 }).lean<Stored[]>())
    await quietly(() => act(ctx, billRun, 'expire', _id, {}, () => ({ set: CLOSED })));
}

/** Does what somebody may have done meanwhile, or what is refused now. */
async function quietly(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Releases the drafts of runs that were to be released once they are made; what is refused stays a draft. */
async function releaseMade(ctx: Ctx): Promise<void> {
  const { projectId } = ctx;
  const ready = { projectId, deletedAt: null, status: 'DONE', releaseAfter: true, released: { $ne: true } };
  for (const run of await modelOf(billRun).find(ready).lean<Stored[]>()) {
    const drafts = await draftsOf(projectId, run._id);
    const input = run.accountingDate ? { accountingDate: run.accountingDate } : {};
    for (const id of drafts) await quietly(() => act(ctx, bill, 'release', id, input, releaseBill));
    await modelOf(billRun).updateOne({ projectId, _id: run._id }, { $set: { released: true } });
  }
}

/** The drafts that a run has made, in their order. */
export async function draftsOf(projectId: string, runId: string): Promise<string[]> {
  const drafts = await modelOf(bill)
    .find({ projectId, runId, status: 'DRAFT', deletedAt: null }, { _id: 1 })
    .sort({ code: 1 })
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  return drafts.map(({ _id }) => _id);
}

/** Times that a chunk is looked at anew before the run waits for the next turn. */
const MOST_AGAIN = 20;

async function runAll(ctx: Ctx, id: string): Promise<number> {
  let again = 0;
  for (let chunks = 0; ; chunks++) {
    const run = await modelOf(billRun)
      .findOne({ projectId: ctx.projectId, _id: id, status: { $in: GOING } })
      .lean<Stored>();
    if (!run) return chunks;
    try {
      const ordered = await unitsInOrder(ctx.projectId, run);
      const units = await unitsAfter(ctx.projectId, ordered, run.upTo, CHUNK);
      if (units.length === 0) {
        await ended(ctx, run);
        return chunks;
      }
      await makeBills(ctx, run, units, ordered);
      const done = Math.min(Number(run.units), Number(run.done) + units.length);
      await noteProgress(id, { done, of: Number(run.units), state: 'running' });
    } catch (error) {
      // Another server was quicker with these units, or made some of their bills by another run: they are looked at again.
      if ((!(error instanceof Overtaken) && !(error instanceof Refusal)) || ++again > MOST_AGAIN) throw error;
    }
  }
}

/** A run has looked at all units: whoever began it is told. */
async function ended(ctx: Ctx, run: Stored): Promise<void> {
  const by = typeof run.startedBy === 'string' ? [run.startedBy] : [];
  const subject = { module: billRun.code, id: run._id, title: String(run.code) };
  const done = (): Effect => ({
    set: { finishedAt: ctx.now, ...CLOSED },
    also: async session => notify(ctx, toStaff(by), 'BILLING_RUN_DONE', subject, session),
  });
  if (run.status === 'PREVIEWING') await act(ctx, billRun, 'look-over', run._id, {}, () => ({}));
  else await act(ctx, billRun, 'finish', run._id, {}, done);
  await noteProgress(run._id, { done: Number(run.done), of: Number(run.units), state: 'done' });
}

/** The months before of some units, by unit and service. */
async function billsBefore(projectId: string, month: string, unitIds: readonly string[]): Promise<Before> {
  const months = [1, 2, 3].map(back => addMonths(month, -back));
  const found = await modelOf(bill)
    .find(
      {
        projectId,
        deletedAt: null,
        unitId: { $in: [...unitIds] },
        month: { $in: months },
        type: 'NORMAL',
        status: { $ne: 'CANCELLED' },
        createdFor: 'SERVICE',
      },
      { unitId: 1, serviceId: 1, month: 1, quantity: 1, total: 1 },
    )
    .sort({ month: -1 })
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  return Map.groupBy(found, ({ unitId, serviceId }) => `${unitId}:${serviceId}`);
}

/** The plan of some units; in a closed month no draft is made. */
async function planFor(ctx: Ctx, run: Stored, units: readonly Stored[]): Promise<Plan> {
  const services = await servicesOf(ctx.projectId, ids(run.serviceIds));
  const month = String(run.month);
  const options = { runId: run._id, named: ids(run.unitIds).length > 0 };
  const plan = await planOf(ctx.projectId, month, services, units, options);
  try {
    await refuseLockedMonth(ctx, month);
    return plan;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const locked = plan.bills.map(({ unitId, serviceId }) => ({ unitId, serviceId, reason: 'LOCKED' as const }));
    return { bills: [], skipped: [...plan.skipped, ...locked] };
  }
}

async function makeBills(ctx: Ctx, run: Stored, units: readonly Stored[], ordered: readonly string[]): Promise<void> {
  const { projectId } = ctx;
  const month = String(run.month);
  const unitIds = units.map(({ _id }) => _id);
  const plan = await planFor(ctx, run, units);
  const own = {
    ...(run.noticeMonth ? { noticeMonth: run.noticeMonth } : {}),
    ...(run.paymentDueDate ? { dueDate: run.paymentDueDate } : {}),
  };
  const docs =
    run.status === 'PREVIEWING'
      ? []
      : await Promise.all(plan.bills.map(one => build(ctx, bill, { ...billValues(month, run._id, one), ...own })));
  const { outlierPercent } = await billingSettings(projectId);
  const places = new Map(ordered.map((id, at) => [id, at]));
  const items = itemsOf(
    {
      projectId,
      runId: run._id,
      month,
      outlierPercent,
      before: await billsBefore(projectId, month, unitIds),
      place: id => places.get(id) ?? 0,
    },
    plan,
    docs.map(({ _id }) => _id),
  );
  const set = {
    upTo: unitIds.at(-1),
    done: Number(run.done) + units.length,
    ...countedWith(run, items),
  };
  await saveNew(ctx, newId(), {
    batches: [[{ definition: bill, docs }]],
    beside: async () => [
      { definition: billRun, action: 'progress', update: { doc: run, set } },
      ...marked(docs.map(({ _id }, at) => ({ billId: _id, usages: plan.bills[at]?.usages ?? [] }))),
    ],
    also: async session => storeItems(run._id, unitIds, items, session),
    answer: null,
  });
}

const going = soon(
  'billing runs',
  () => 50,
  () => turnBillRuns(clockNow()),
);
export const runBillsSoon = going.ask;
export const endBillRuns = going.end;

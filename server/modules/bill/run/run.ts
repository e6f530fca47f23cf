import { addMonths, DAY_MS } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { newId } from '../../../kit/database/database.ts';
import { advanceRun } from '../../../kit/jobs/advance-run.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { noteProgress } from '../../../kit/jobs/runs.ts';
import { soon } from '../../../kit/ops/soon.ts';
import { build } from '../../../kit/records/records.ts';
import { type Action, perform } from '../../../kit/records/typed-behaviour.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { save } from '../../../kit/store/save.ts';
import { billingSettings } from '../../../platform/billing/settings.ts';
import { notify, toStaff } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { assertMonthNotLocked } from '../../lock-date/index.ts';
import { findHomes } from '../homes.ts';
import { releaseDrafts } from '../release/many.ts';
import type { RunDoc, UnitDoc } from '../types.ts';
import { markBilled } from '../usages.ts';
import { addCounts, type Before, itemsOf, storeItems } from './items.ts';
import { billValues, buildPlan, loadServices, type Plan } from './plan.ts';
import { unitsAfter, unitsInOrder } from './scope.ts';

/** Units billed in one transaction. */
const CHUNK = 50;
const GOING = ['PREVIEWING', 'RUNNING'] as const;

/**
 * Continues all runs chunk by chunk. A chunk's bills and the run's progress share a transaction, so that crashes or concurrent servers create each
 * bill once (proof.md, F10).
 */
const runBills = (ctx: Ctx): Promise<number> =>
  attemptEach([expirePreviews, advanceRuns, releaseMade], step => step(ctx));

async function advanceRuns(ctx: Ctx): Promise<number> {
  const runs = await records(billRun).find(ctx, { status: { $in: GOING } }, { only: [], sort: { _id: 1 } });
  return attemptEach(runs, ({ _id }) => advance(ctx, _id));
}

const turns = new Map<string, Promise<number>>();
/** Serialises runs of a project within this server: concurrent ones would only repeat the work. */
function runInTurn(ctx: Ctx): Promise<number> {
  const before = turns.get(ctx.projectId) ?? Promise.resolve(0);
  const turn = before.catch(() => 0).then(() => runBills(ctx));
  turns.set(ctx.projectId, turn);
  return turn;
}

export const billRunJob = defineJob({ name: 'bill runs', every: '* * * * *', perProject: runInTurn });

const PREVIEW_MS = DAY_MS;

/** Expires previews that nobody started within 24 hours. */
async function expirePreviews(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now.getTime() - PREVIEW_MS);
  const old = await records(billRun).find(ctx, { status: 'PREVIEW', createdAt: { $lt: since } }, { only: [] });
  await attemptEach(old, ({ _id: id }) =>
    perform(ctx, { definition: billRun, name: 'expire', id, input: {} }, () => ({})),
  );
}

/** Releases the drafts of finished runs that ask for it; refused ones stay drafts. */
async function releaseMade(ctx: Ctx): Promise<void> {
  const made = await records(billRun).find(ctx, { status: 'DONE', releaseAfter: true, released: { $ne: true } });
  await attemptEach(made, async run => {
    const input = run.accountingDate ? { accountingDate: run.accountingDate } : {};
    if (!(await releaseDrafts(ctx, await findDrafts(ctx, run._id), input))) return;
    const update = { doc: run, set: { released: true }, keepVersion: true };
    await save(ctx, [{ definition: billRun, action: 'progress', update, quiet: true }]);
  });
}

/** Drafts that a run created, ordered by code. */
export async function findDrafts(ctx: Ctx, runId: string): Promise<string[]> {
  const options = { only: [], sort: { code: 1 }, patience: 10_000 } as const;
  const drafts = await records(bill).find(ctx, { runId, status: 'DRAFT' }, options);
  return drafts.map(({ _id }) => _id);
}

/** Continues a run; units that another server or another run billed meanwhile are planned again. */
function advance(ctx: Ctx, id: string): Promise<number> {
  let ordered: readonly string[] = [];
  return advanceRun({
    load: () => records(billRun).first(ctx, { _id: id, status: { $in: GOING } }),
    async loadNext(run) {
      // Computed once for all chunks, as ordering a large building is expensive.
      if (!ordered.includes(run.upTo ?? '')) ordered = await unitsInOrder(ctx.projectId, run);
      return unitsAfter(ctx.projectId, ordered, run.upTo, CHUNK);
    },
    async process(run, units) {
      await makeBills(ctx, run, units, ordered);
      const done = Math.min(run.units, run.done + units.length);
      await noteProgress(id, { done, of: run.units, state: 'running' });
    },
    finish: run => endRun(ctx, run),
  });
}

/** Finishes a run that has processed all units, and notifies the user who started it. */
async function endRun(ctx: Ctx, run: RunDoc): Promise<void> {
  const by = run.startedBy ? [run.startedBy] : [];
  const subject = { module: billRun.code, id: run._id, title: run.code ?? '' };
  const finish: Action<typeof billRun, 'finish'> = () => ({
    set: { finishedAt: ctx.now },
    also: async session => notify(ctx, toStaff(by), 'BILLING_RUN_DONE', subject, session),
  });
  const of = { definition: billRun, id: run._id, input: {} };
  if (run.status === 'PREVIEWING') await perform(ctx, { ...of, name: 'look-over' }, () => ({}));
  else await perform(ctx, { ...of, name: 'finish' }, finish);
  await noteProgress(run._id, { done: run.done, of: run.units, state: 'done' });
}

/** Bills of the previous three months, by unit and service. */
async function billsBefore(projectId: string, month: string, unitIds: readonly string[]): Promise<Before> {
  const months = [1, 2, 3].map(back => addMonths(month, -back));
  const found = await records(bill).find(
    { projectId },
    {
      unitId: { $in: unitIds },
      month: { $in: months },
      type: 'NORMAL',
      status: { $ne: 'CANCELLED' },
      createdFor: 'SERVICE',
    },
    { only: ['unitId', 'serviceId', 'quantity', 'total'], sort: { month: -1 }, patience: 10_000 },
  );
  return Map.groupBy(found, ({ unitId, serviceId }) => `${unitId}:${serviceId}`);
}

/** Plan of some units; in a locked month all bills are skipped as LOCKED. */
async function planFor(ctx: Ctx, run: RunDoc, units: readonly UnitDoc[]): Promise<Plan> {
  const { month, serviceIds, unitIds } = run;
  const services = await loadServices(ctx.projectId, serviceIds);
  const options = { runId: run._id, named: unitIds.length > 0 };
  const plan = await buildPlan(ctx.projectId, month, services, units, options);
  try {
    await assertMonthNotLocked(ctx, month);
    return plan;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const locked = plan.bills.map(({ unitId, serviceId }) => ({ unitId, serviceId, reason: 'LOCKED' as const }));
    return { bills: [], skipped: [...plan.skipped, ...locked] };
  }
}

async function makeBills(ctx: Ctx, run: RunDoc, units: readonly UnitDoc[], ordered: readonly string[]): Promise<void> {
  const { projectId } = ctx;
  const { month } = run;
  const unitIds = units.map(({ _id }) => _id);
  const plan = await planFor(ctx, run, units);
  const homeIn = await findHomes(ctx, unitIds);
  const heads = unitIds.flatMap(id => homeIn(id).residentId ?? []);
  // Preloads the references that building each bill resolves.
  const behind = [
    [unit, unitIds],
    [resident, heads],
    [service, run.serviceIds],
    [billRun, [run._id]],
  ] as const;
  await Promise.all(behind.map(([definition, ids]) => loadRefs(projectId, definition, ids)));
  const fixed = {
    ...(run.noticeMonth ? { noticeMonth: run.noticeMonth } : {}),
    ...(run.paymentDueDate ? { dueDate: run.paymentDueDate } : {}),
  };
  const docs =
    run.status === 'PREVIEWING'
      ? []
      : await Promise.all(
          plan.bills.map(planned =>
            build(ctx, bill, { ...billValues(month, run._id, planned), ...homeIn(planned.unitId), ...fixed }),
          ),
        );
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
    done: run.done + units.length,
    ...addCounts(run, items),
  };
  await saveNew(ctx, newId(), {
    batches: [[{ definition: bill, docs }]],
    beside: async () => [
      { definition: billRun, action: 'progress', update: { doc: run, set } },
      ...markBilled(docs.map(({ _id }, at) => ({ billId: _id, usages: plan.bills[at]?.usages ?? [] }))),
    ],
    also: async session => storeItems(run._id, unitIds, items, session),
    answer: null,
  });
}

const going = soon(
  'billing runs',
  () => 50,
  () => billRunJob.run(clockNow()),
);
export const runBillsSoon = going.ask;
export const endBillRuns = going.end;

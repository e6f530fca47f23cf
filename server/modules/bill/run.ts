import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { newId } from '../../kit/database/database.ts';
import { soon } from '../../kit/ops/soon.ts';
import { act } from '../../kit/records/act.ts';
import { build } from '../../kit/records/records.ts';
import { Overtaken } from '../../kit/store/save.ts';
import { saveNew } from '../../kit/store/save-new.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { billValues, planOf, servicesOf } from './plan.ts';

/** Units whose bills are made in one transaction. */
const CHUNK = 200;

/** A list of references as it is stored. */
export const ids = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** The units that a run is about, from the one after `upTo` on, in the order of their ids. */
export const unitsFrom = (projectId: string, blockIds: readonly string[], upTo: unknown, limit: number) =>
  modelOf(unit)
    .find({
      projectId,
      deletedAt: null,
      ...(blockIds.length > 0 && { blockId: { $in: [...blockIds] } }),
      ...(typeof upTo === 'string' && { _id: { $gt: upTo } }),
    })
    .sort({ _id: 1 })
    .limit(limit)
    .maxTimeMS(10_000)
    .lean<Stored[]>();

/**
 * Makes the bills of all runs that go on, chunk by chunk: the bills of a chunk and how far the run is are one transaction, so that a server that dies,
 * or two at once, make each bill once (proof.md, F10).
 */
export async function turnBillRuns(now: Date): Promise<number> {
  let chunks = 0;
  const failures: unknown[] = [];
  for await (const project of projects().find()) {
    const ctx = systemCtx(settingsOf(project), now);
    const going = { projectId: ctx.projectId, deletedAt: null, status: 'RUNNING' };
    for (const { _id } of await modelOf(billRun).find(going).sort({ _id: 1 }).lean<Stored[]>())
      try {
        chunks += await runAll(ctx, _id);
      } catch (error) {
        failures.push(error);
      }
  }
  // What fails of one run keeps no other from going on, and is tried again.
  if (failures.length > 0) throw failures[0];
  return chunks;
}

async function runAll(ctx: Ctx, id: string): Promise<number> {
  for (let chunks = 0; ; chunks++) {
    const run = await modelOf(billRun).findOne({ projectId: ctx.projectId, _id: id, status: 'RUNNING' }).lean<Stored>();
    if (!run) return chunks;
    const units = await unitsFrom(ctx.projectId, ids(run.blockIds), run.upTo, CHUNK);
    try {
      if (units.length > 0) await makeBills(ctx, run, units);
      else {
        await act(ctx, billRun, 'finish', id, {}, () => ({}));
        return chunks;
      }
    } catch (error) {
      // Another server was quicker with these units, or made some of their bills by another run: they are looked at again.
      if (!(error instanceof Overtaken) && !(error instanceof Refusal)) throw error;
    }
  }
}

async function makeBills(ctx: Ctx, run: Stored, units: readonly Stored[]): Promise<void> {
  const services = await servicesOf(ctx.projectId, ids(run.serviceIds));
  const month = String(run.month);
  const { bills, skipped } = await planOf(ctx.projectId, month, services, units);
  const docs = await Promise.all(bills.map(one => build(ctx, bill, billValues(month, run._id, one))));
  const set = {
    upTo: units.at(-1)?._id,
    done: Number(run.done) + units.length,
    made: Number(run.made) + docs.length,
    skipped: Number(run.skipped) + skipped.length,
    total: Number(run.total) + bills.reduce((sum, { charge }) => sum + charge.total, 0),
  };
  await saveNew(ctx, newId(), {
    batches: [[{ definition: bill, docs }]],
    beside: async () => [{ definition: billRun, action: 'progress', update: { doc: run, set } }],
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

import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { Refusal } from '../../../kit/base/errors.ts';
import { newId } from '../../../kit/database/database.ts';
import type { Together } from '../../../kit/jobs/runs.ts';
import { loadScope } from '../../../kit/records/acts/act.ts';
import { type Action, type ActionInput, perform } from '../../../kit/records/typed-behaviour.ts';
import { saveNew } from '../../../kit/store/bulk-insert.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { postingsOfMany } from '../../ledger/index.ts';
import { lockedTo } from '../../lock-date/index.ts';
import { upToDate } from '../run/recalculate.ts';
import type { BillDoc } from '../types.ts';
import { noteBilledMonth, postingOf, releaseBill, releaseValues } from './release.ts';

/** Bills released in one transaction. */
const CHUNK = 100;

type Input = ActionInput<typeof bill.actions.release>;

/** Releases drafts in bulk; outdated ones are skipped, and a refusal skips its whole transaction. */
const releaseTogether: Together = async (ctx, ids, input, run) => {
  const released = new Map<string, string>();
  for (let from = 0; from < ids.length; from += CHUNK)
    await unlessRefused(async () => {
      for (const { _id, unitId } of await releaseChunk(ctx, ids.slice(from, from + CHUNK), input, run))
        released.set(_id, unitId);
    });
  return released;
};

/** Releases one draft, or many together. */
export const release: Action<typeof bill, 'release'> & { together: Together } = Object.assign(
  (...args: Parameters<typeof releaseBill>) => releaseBill(...args),
  { together: releaseTogether },
);

/** Releases the drafts of a run; refused ones stay drafts. Returns false if somebody else is releasing them as well: the next run does the rest. */
export async function releaseDrafts(ctx: Ctx, ids: readonly string[], input: Input): Promise<boolean> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const part = ids.slice(from, from + CHUNK);
    const released = await releaseTogether(ctx, part, input, newId());
    const left = part.filter(id => !released.has(id));
    if ((await records(bill).count(ctx, { _id: { $in: left }, status: 'DRAFT' })) < left.length) return false;
    for (const id of left)
      await unlessRefused(() => perform(ctx, { definition: bill, name: 'release', id, input }, releaseBill));
  }
  return true;
}

/** Ignores refusals and version conflicts. */
async function unlessRefused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof VersionConflict)) throw error;
  }
}

async function releaseChunk(ctx: Ctx, ids: readonly string[], input: Input, run: string): Promise<BillDoc[]> {
  const drafts = await records(bill).find(ctx, { _id: { $in: ids }, status: 'DRAFT', ...(await loadScope(ctx, bill)) });
  const closed = await lockedTo(ctx, 'receivable');
  const after: BillDoc[] = [];
  const released: Change[] = [];
  const billed = new Map<string, string>();
  for (const [month, docs] of Map.groupBy(drafts, doc => doc.month))
    for (const doc of await upToDate(ctx, month, docs)) {
      const set = { ...(await releaseValues(ctx, doc, input, closed)), status: 'ACTIVE' as const };
      after.push({ ...doc, ...set });
      released.push({ definition: bill, action: 'release', update: { doc, set } });
      if ((billed.get(doc.serviceId) ?? '') < month) billed.set(doc.serviceId, month);
    }
  if (after.length === 0) return [];
  const services = await loadRefs(ctx.projectId, service, [...billed.keys()]);
  const noted = [...billed].flatMap(([serviceId, month]) => noteBilledMonth(services.get(serviceId), month));
  const { entries, changes } = await postingsOfMany(ctx, after.map(postingOf));
  await saveNew(ctx, run, {
    batches: [[{ definition: journalEntry, docs: entries }]],
    beside: async () => [...released, ...noted, ...changes],
    answer: null,
  });
  return after;
}

import type { Day } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { Refusal } from '../../kit/base/errors.ts';
import { newId } from '../../kit/database/database.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { saveNew } from '../../kit/store/save-new.ts';
import { postingsOfMany } from '../ledger/index.ts';
import { lockedTo } from '../lock-date/index.ts';
import { upToDate } from './recalculate.ts';
import { noteBilledMonth, postingOf, releaseBill, releaseValues } from './release.ts';
import type { BillDoc } from './types.ts';

/** Bills that are released in one transaction. */
const CHUNK = 100;

interface Input {
  accountingDate?: Day;
}

/**
 * Puts the drafts of one month on the books, many in one transaction; what is refused stays a draft. False where somebody else does so too: what is
 * left is theirs, or the next turn's.
 */
export async function releaseMany(ctx: Ctx, month: string, ids: readonly string[], input: Input): Promise<boolean> {
  for (let from = 0; from < ids.length; from += CHUNK) {
    const part = ids.slice(from, from + CHUNK);
    if (await unlessRefused(() => releaseTogether(ctx, month, part, input))) continue;
    if ((await records(bill).count(ctx, { _id: { $in: part }, status: 'DRAFT' })) < part.length) return false;
    // They cannot go together: each is judged by itself.
    for (const id of part)
      await unlessRefused(() => perform(ctx, { definition: bill, name: 'release', id, input }, releaseBill));
  }
  return true;
}

/** Whether something was done, and neither refused nor done by somebody else meanwhile. */
async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Overtaken)) throw error;
    return false;
  }
}

async function releaseTogether(ctx: Ctx, month: string, ids: readonly string[], input: Input): Promise<void> {
  const drafts = await records(bill).find(ctx, { _id: { $in: ids }, status: 'DRAFT' });
  const closed = await lockedTo(ctx, 'receivable');
  const after: BillDoc[] = [];
  const released: Change[] = [];
  for (const doc of await upToDate(ctx, month, drafts)) {
    const set = { ...(await releaseValues(ctx, doc, input, closed)), status: 'ACTIVE' as const };
    after.push({ ...doc, ...set });
    released.push({ definition: bill, action: 'release', update: { doc, set } });
  }
  if (after.length === 0) return;
  const services = await loadRefs(
    ctx.projectId,
    service,
    after.map(({ serviceId }) => serviceId),
  );
  const billed = [...services.values()].flatMap(own => noteBilledMonth(own, month));
  const { entries, changes } = await postingsOfMany(ctx, after.map(postingOf));
  await saveNew(ctx, newId(), {
    batches: [[{ definition: journalEntry, docs: entries }]],
    beside: async () => [...released, ...billed, ...changes],
    answer: null,
  });
}

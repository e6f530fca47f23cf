import { feeDates } from '@lobby/shared/billing/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { newId } from '../../kit/database/database.ts';
import { build } from '../../kit/records/records.ts';
import { untilSettled } from '../../kit/store/save.ts';
import { chunks, saveNew } from '../../kit/store/save-new.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { billingSettings } from '../../platform/billing/settings.ts';
import { chargeByNotice, publishBills } from '../bill/index.ts';
import { todayOf } from '../lock-date/index.ts';

/** What marks the notice of a unit and month, of which there is one that is not cancelled. */
const noticeKey = (unitId: string, month: string) => `${unitId}:${month}`;

/** Makes a month's notices of the units that owe something and have none; answers how many, and how many had one. */
export async function issueNotices(
  ctx: Ctx,
  { month, blockIds = [] }: { month: string; blockIds?: readonly string[] | undefined },
): Promise<{ made: number; known: number }> {
  const { projectId } = ctx;
  const homes =
    blockIds.length > 0
      ? await modelOf(unit)
          .find({ projectId, blockId: { $in: [...blockIds] } }, { _id: 1 })
          .lean<Stored[]>()
      : null;
  const owedNow = () =>
    modelOf(bill)
      .find({
        projectId,
        deletedAt: null,
        status: 'ACTIVE',
        paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] },
        // What is held back is told of later.
        publication: { $ne: 'DO_NOT_PUBLISH' },
        month: { $lte: month },
        ...(homes && { unitId: { $in: homes.map(({ _id }) => _id) } }),
      })
      .maxTimeMS(20_000)
      .lean<Stored[]>();
  const owed = await owedNow();
  const notices = await modelOf(feeNotice)
    .find({ projectId, deletedAt: null, month, status: 'ISSUED' }, { unitId: 1 })
    .lean<Stored[]>();
  const known = new Set(notices.map(({ unitId }) => unitId));
  const ofMonth = (bills: readonly Stored[]) =>
    [...Map.groupBy(bills, ({ unitId }) => String(unitId))].filter(([, own]) => own.some(one => one.month === month));
  const isFresh = ([unitId]: readonly [string, unknown]) => !known.has(unitId);
  const byUnit = ofMonth(owed);
  const late = byUnit.filter(([unitId, own]) => isFresh([unitId, own]) && own.some(one => one.late));
  if (late.length > 0) {
    const { closing } = feeDates(await billingSettings(projectId), month);
    await chargeByNotice(
      ctx,
      late.map(([unitId]) => unitId),
      closing,
    );
  }
  const fresh = (late.length > 0 ? ofMonth(await owedNow()) : byUnit).filter(isFresh);
  const docs = await Promise.all(
    fresh.map(([unitId, bills]) => build(ctx, feeNotice, valuesOf(ctx, month, unitId, bills))),
  );
  for (const part of chunks(docs))
    await untilSettled(async () => {
      const bills = await publishBills(ctx, month, new Map(part.map(({ _id, unitId }) => [String(unitId), _id])));
      await saveNew(ctx, newId(), {
        ...{ batches: [[{ definition: feeNotice, docs: part }]], beside: async () => bills, answer: null },
      });
    });
  return { made: docs.length, known: byUnit.length - fresh.length };
}

function valuesOf(ctx: Ctx, month: string, unitId: string, bills: readonly Stored[]): Record<string, unknown> {
  const sum = (own: readonly Stored[]) => own.reduce((total, { remaining }) => total + Number(remaining), 0);
  const now = bills.filter(one => one.month === month);
  const [total, owed] = [sum(now), sum(bills)];
  const days = now.map(({ dueDate }) => String(dueDate)).toSorted();
  return {
    ...{ unitId, month, day: todayOf(ctx), dueDate: days[0], bills: now.length, total, owed, carried: owed - total },
    once: noticeKey(unitId, month),
  };
}

import { add, decimal, isBelowZero, mul, sub, toExact } from '@lobby/shared/billing/exact.ts';
import { addMonths } from '@lobby/shared/billing/periods.ts';
import { bill, billKey } from '@lobby/shared/modules/bill.ts';
import { isRead } from '@lobby/shared/modules/billing-service.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { refuseLockedMonth } from '../lock-date/index.ts';

/** From this part of last month's quantity on, either way, a new one stands out. */
const OUTLIER = 0.3;

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The use of a unit in a month, where there is one. */
export const usageOf = (projectId: string, unitId: string, serviceId: string, month: string): Promise<Stored | null> =>
  modelOf(usage)
    .findOne({ projectId, 'uniq.once': billKey(unitId, serviceId, month), deletedAt: null })
    .lean<Stored>()
    .exec();

/** Refuses a change of what a bill was made from. */
async function refuseBilled({ projectId }: Ctx, { unitId, serviceId, month }: Record<string, unknown>): Promise<void> {
  const once = billKey(unitId, serviceId, month);
  if (await modelOf(bill).exists({ projectId, 'uniq.once': once, deletedAt: null })) fail('USAGE_HAS_FEE');
}

const wrong = (field: string, code: string): never =>
  code === 'REQUIRED' ? failFields({ [field]: { code } }) : failFields({ [field]: { code } }, code);

/** How much two readings say was used; refused where they cannot be so (rules.md 5, New meter index at least old index). */
export function quantityOf(service: Record<string, unknown>, values: Record<string, unknown>): number {
  const factor = toExact(number(service.coefficient) ?? 1);
  const [min, max] = [number(service.minIndex), number(service.maxIndex)];
  const index = (field: string): number => {
    const value = number(values[field]);
    if (value === null) return wrong(field, 'REQUIRED');
    if ((min !== null && value < min) || (max !== null && value > max)) wrong(field, 'INDEX_OUT_OF_RANGE');
    return value;
  };
  const [before, now] = [index('oldIndex'), index('newIndex')];
  const used = () => {
    if (values.reading === 'ROLLOVER') {
      if (max === null) wrong('reading', 'METER_NEVER_TURNS');
      return sub(add(toExact((max ?? 0) + 1), toExact(now)), toExact(before));
    }
    if (values.reading !== 'REPLACED') return sub(toExact(now), toExact(before));
    const [removed, begun] = [index('removedIndex'), index('startIndex')];
    if (removed < before) wrong('removedIndex', 'INDEX_TOO_LOW');
    return sub(add(toExact(removed), toExact(now)), add(toExact(before), toExact(begun)));
  };
  const quantity = used();
  return isBelowZero(quantity) ? wrong('newIndex', 'INDEX_TOO_LOW') : decimal(mul(quantity, factor));
}

/** Completes a use: the reading before it, the quantity, how it compares with last month's. */
export async function completeUsage(ctx: Ctx, { kind, values, doc }: Request): Promise<Record<string, unknown>> {
  const months = [...new Set([doc?.month, values.month].filter(month => typeof month === 'string'))];
  for (const month of months) await refuseLockedMonth(ctx, month, 'month');
  if (kind === 'restore') return values;
  if (doc) await refuseBilled(ctx, doc);
  if (kind === 'remove') return values;
  const whole: Record<string, unknown> = { ...doc, ...values };
  await refuseBilled(ctx, whole);
  const [unitId, serviceId, month] = [String(whole.unitId), String(whole.serviceId), String(whole.month)];
  const service = await needRef(ctx, 'service', serviceId, 'serviceId');
  if (!isRead(service.source) || service.usageOf) failFields({ serviceId: { code: 'REFERENCE_NOT_SUITABLE' } });
  const last = await usageOf(ctx.projectId, unitId, serviceId, addMonths(month, -1));
  const before = number(last?.quantity);
  if (service.source === 'NUMBER') {
    if (number(whole.number) === null) wrong('number', 'USED_NUMBER_INVALID');
    whole.quantity = whole.number;
  } else {
    whole.oldIndex ??= number(last?.newIndex);
    whole.quantity = quantityOf(service, whole);
  }
  const quantity = number(whole.quantity) ?? 0;
  return {
    ...values,
    ...(service.source !== 'NUMBER' && { oldIndex: whole.oldIndex }),
    quantity,
    before,
    outlier: before !== null && before > 0 && Math.abs(quantity - before) / before > OUTLIER,
    once: billKey(unitId, serviceId, month),
  };
}

import type { bill } from '@lobby/shared/modules/bill.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import type { Action } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';
import { assertMonthNotLocked } from '../../lock-date/index.ts';
import { givenDiscount } from '../manual/entry.ts';
import type { BillDoc, BillValues } from '../types.ts';
import { billValues, buildPlan, loadServices, type Planned, type Skip } from './plan.ts';

/** Recalculates a generated bill, with its manual discount. */
async function planAgain(
  { projectId }: Ctx,
  doc: BillDoc,
  discount = givenDiscount(doc),
): Promise<Planned | Skip | null> {
  const [services, units] = [
    await loadServices(projectId, [doc.serviceId]),
    await records(unit).find({ projectId }, { _id: doc.unitId }),
  ];
  const { bills, skipped } = await buildPlan(projectId, doc.month, services, units, {
    again: true,
    given: () => discount,
  });
  return bills[0] ?? skipped[0]?.reason ?? null;
}

const isCounted = ({ createType, createdFor }: BillDoc) => createType === 'AUTO' && createdFor === 'SERVICE';

/** Returns the bills whose recalculated total is unchanged, and those that are not calculated. */
export async function upToDate({ projectId }: Ctx, month: string, docs: readonly BillDoc[]): Promise<BillDoc[]> {
  const counted = docs.filter(isCounted);
  const ids = (name: 'serviceId' | 'unitId') => [...new Set(counted.map(doc => doc[name]))];
  if (counted.length === 0) return [...docs];
  const services = await loadServices(projectId, ids('serviceId'));
  const units = await records(unit).find({ projectId }, { _id: { $in: ids('unitId') } });
  const keyOf = (unitId: string, serviceId: string) => `${unitId}:${serviceId}`;
  const discounts = new Map(counted.map(doc => [keyOf(doc.unitId, doc.serviceId), givenDiscount(doc)]));
  const { bills } = await buildPlan(projectId, month, services, units, {
    again: true,
    given: (unitId, serviceId) => discounts.get(keyOf(unitId, serviceId)) ?? null,
  });
  const now = new Map(bills.map(planned => [keyOf(planned.unitId, planned.serviceId), planned.charge.total]));
  return docs.filter(doc => !isCounted(doc) || (now.get(keyOf(doc.unitId, doc.serviceId)) ?? 0) === doc.total);
}

/** Refuses to post a bill whose recalculated total differs. */
export async function assertUpToDate(ctx: Ctx, doc: BillDoc): Promise<void> {
  if (!isCounted(doc)) return;
  const found = await planAgain(ctx, doc);
  const now = found && typeof found === 'object' ? found.charge.total : 0;
  if (now !== doc.total) fail('BILL_OUTDATED', { before: doc.total, now });
}

const REFUSED: readonly Skip[] = ['NO_TARIFF', 'FORMULA_INVALID', 'AMOUNT_TOO_LARGE'];
const NOTHING = {
  quantity: 0,
  amount: 0,
  allowance: 0,
  gross: 0,
  discount: 0,
  net: 0,
  surcharge: 0,
  vat: 0,
  originalTotal: 0,
  total: 0,
  remaining: 0,
  paymentState: 'EMPTY',
  notes: null,
} as const;

/** Recalculates a draft with current prices, readings and people. */
export const recalculate: Action<typeof bill, 'recalculate'> = async (ctx, doc) => {
  if (doc.createType !== 'AUTO') fail('BILL_MANUAL_AMOUNT');
  await assertMonthNotLocked(ctx, doc.month, { document: doc.code });
  const found = await planAgain(ctx, doc);
  if (typeof found === 'string' && REFUSED.includes(found)) fail(found);
  // A unit that no longer has the service is charged nothing.
  if (found === null || typeof found === 'string') return { set: { ...NOTHING, items: [] } };
  return { set: countedAnew(doc, found) };
};

/** Recalculated values; unit, service and month stay. */
function countedAnew(doc: BillDoc, found: Planned) {
  const {
    unitId: _unit,
    serviceId: _service,
    month: _month,
    repeatable: _repeatable,
    ...set
  } = billValues(doc.month, doc.runId, found);
  return set;
}

/** Recalculates a generated bill with a changed discount; refused if it is outdated otherwise. */
export async function withDiscount(ctx: Ctx, doc: BillDoc, values: BillValues): Promise<BillValues> {
  if (!isCounted(doc)) fail('INVALID_BILL_TYPE');
  await assertUpToDate(ctx, doc);
  const discount = givenDiscount({ ...doc, ...values });
  if (discount?.type === 'FIXED' && discount.value > (doc.gross ?? 0))
    failFields({ discountAmount: { code: 'INVALID_DISCOUNT' } }, 'INVALID_DISCOUNT');
  const found = await planAgain(ctx, doc, discount);
  if (found === null || typeof found === 'string') return fail('INVALID_BILL_TYPE');
  return { ...countedAnew(doc, found), ...values };
}

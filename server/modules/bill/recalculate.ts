import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import type { Effect } from '../../kit/records/act.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { refuseLockedMonth } from '../lock-date/index.ts';
import { billValues, type Planned, planOf, type Skip, servicesOf } from './plan.ts';

/** What the engine says now of a bill that it made. */
async function planAgain({ projectId }: Ctx, doc: Stored): Promise<Planned | Skip | null> {
  const [services, units] = [
    await servicesOf(projectId, [String(doc.serviceId)]),
    await modelOf(unit).find({ projectId, _id: doc.unitId, deletedAt: null }).lean<Stored[]>(),
  ];
  const { bills, skipped } = await planOf(projectId, String(doc.month), services, units, { again: true });
  return bills[0] ?? skipped[0]?.reason ?? null;
}

/** Refuses to bring onto the books what would cost something else by now. */
export async function refuseOutdated(ctx: Ctx, doc: Stored): Promise<void> {
  if (doc.createType !== 'AUTO' || doc.createdFor !== 'SERVICE') return;
  const found = await planAgain(ctx, doc);
  const now = found && typeof found === 'object' ? found.charge.total : 0;
  if (now !== Number(doc.total)) fail('BILL_OUTDATED', { before: Number(doc.total), now });
}

const REFUSED: readonly Skip[] = ['NO_TARIFF', 'FORMULA_INVALID', 'AMOUNT_TOO_LARGE'];
const NOTHING = {
  items: [],
  quantity: 0,
  amount: 0,
  allowance: 0,
  gross: 0,
  discount: 0,
  net: 0,
  surcharge: 0,
  vat: 0,
  total: 0,
  remaining: 0,
  paymentState: 'EMPTY',
  notes: null,
};

/** Counts a draft anew by the prices, readings and people of now. */
export async function recalculate(ctx: Ctx, doc: Stored): Promise<Effect> {
  if (doc.createType !== 'AUTO') fail('BILL_MANUAL_AMOUNT');
  await refuseLockedMonth(ctx, String(doc.month), { document: String(doc.code) });
  const found = await planAgain(ctx, doc);
  if (found !== null && REFUSED.includes(found as Skip)) fail(found as string);
  // What is not there any more costs nothing.
  if (found === null || typeof found === 'string') return { set: NOTHING };
  const {
    unitId: _unit,
    serviceId: _service,
    month: _month,
    once: _once,
    ...set
  } = billValues(String(doc.month), String(doc.runId ?? ''), found);
  return { set: { ...set, runId: doc.runId ?? null } };
}

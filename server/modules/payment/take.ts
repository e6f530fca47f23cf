import { fund } from '@lobby/shared/modules/fund.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { fundFor } from '../ledger/index.ts';
import { todayOf } from '../lock-date/index.ts';
import { type Allocation, billsOf, receiptOf, refuseUnpayable } from '../receipt/index.ts';
import type { Method, Single } from './input.ts';
import { oldestFirst, owedOf } from './owed.ts';

/** The same bill twice counts together; what is paid of none is left out. */
export function gathered(given: readonly Allocation[]): Allocation[] {
  const sums = new Map<string, number>();
  for (const { billId, amount } of given) sums.set(billId, (sums.get(billId) ?? 0) + amount);
  return [...sums].map(([billId, amount]) => ({ billId, amount })).filter(({ amount }) => amount > 0);
}

/** What an amount pays: the bills that were chosen, else the oldest due first. */
export async function allocated(
  ctx: Ctx,
  { unitId, amount, allocations }: { unitId: string; amount: number; allocations?: readonly Allocation[] | undefined },
): Promise<{ allocations: Allocation[]; surplus: number }> {
  const chosen = gathered(allocations ?? []);
  if (!allocations) {
    const given = oldestFirst((await owedOf(ctx, [unitId])).get(unitId) ?? [], amount);
    return { allocations: given.allocations, surplus: given.rest };
  }
  refuseUnpayable(await billsOf(ctx.projectId, chosen), chosen, unitId);
  const surplus = amount - chosen.reduce((sum, one) => sum + one.amount, 0);
  if (surplus < 0) failFields({ amount: { code: 'PAYMENT_TOTAL_INVALID' } }, 'PAYMENT_TOTAL_INVALID');
  return { allocations: chosen, surplus };
}

/** Where the money of a method goes: into the fund that is named, the method's own, or the usual one of its kind. */
export async function placed(ctx: Ctx, given: Omit<Method, 'amount'>, at: string) {
  const { projectId } = ctx;
  const refuse = (field: string) =>
    failFields({ [`${at}${field}`]: { code: 'PAYMENT_METHOD_INVALID' } }, 'PAYMENT_METHOD_INVALID');
  const own = given.methodId
    ? await modelOf(paymentMethod).findOne({ projectId, _id: given.methodId, deletedAt: null }).lean<Stored>()
    : null;
  if (given.methodId && own?.active !== true) refuse('methodId');
  const method = own?.kind ?? given.kind;
  if (!method) refuse('methodId');
  const fundId = given.fundId ?? own?.fundId ?? (await fundFor(ctx, method));
  if (!fundId) failFields({ [`${at}fundId`]: { code: 'REQUIRED' } });
  const place = await modelOf(fund).findOne({ projectId, _id: fundId, deletedAt: null }).lean<Stored>();
  if (!place) failFields({ [`${at}fundId`]: { code: 'REFERENCE_NOT_FOUND' } });
  if (place?.active === false || (place?.kind === 'CASH') !== (method === 'CASH')) refuse('fundId');
  return { method, fundId: String(fundId) };
}

/** Who pays for a unit, where nobody says it: its householder; refuses where nobody lives there. */
export async function payerOf(ctx: Ctx, unitId: string): Promise<{ name: string; code: string }> {
  const { projectId } = ctx;
  const home = await modelOf(unit).findOne({ projectId, _id: unitId, deletedAt: null }).lean<Stored>();
  if (!home) failFields({ unitId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  const living = await modelOf(residency).find({ projectId, unitId, deletedAt: null, living: true }).lean<Stored[]>();
  if (living.length === 0) fail('UNIT_WITHOUT_RESIDENT');
  const head = living.find(({ role }) => role === 'HOUSEHOLDER') ?? living[0];
  const people = await loadRefs(projectId, resident, [String(head?.residentId)]);
  const code = String(home?.code);
  return { name: String(people.get(String(head?.residentId))?.name ?? code), code };
}

/** A receipt of what a unit pays, with all that it changes. */
export async function taken(ctx: Ctx, input: Single) {
  const amount = input.methods.reduce((sum, one) => sum + one.amount, 0);
  if (input.amount !== undefined && input.amount !== amount)
    failFields({ amount: { code: 'PAYMENT_TOTAL_INVALID' } }, 'PAYMENT_TOTAL_INVALID');
  const payer = await payerOf(ctx, input.unitId);
  const parts: { method: unknown; fundId: string; amount: number }[] = [];
  for (const [n, one] of input.methods.entries())
    parts.push({ ...(await placed(ctx, one, `methods.${n}.`)), amount: one.amount });
  const { allocations, surplus } = await allocated(ctx, { ...input, amount });
  if (surplus > 0 && !input.surplusTo) fail('PAYMENT_SURPLUS_UNPLACED', { surplus });
  const largest = parts.reduce((most, one) => (one.amount > most.amount ? one : most));
  return receiptOf(ctx, {
    ...{ type: allocations.length > 0 ? 'FEES' : 'UNIT_ACCOUNT', unitId: input.unitId, amount, allocations },
    ...{ method: largest.method, fundId: largest.fundId, parts: parts.length > 1 ? parts : [] },
    ...{ payerName: input.payerName ?? payer.name, content: input.content ?? payer.code },
    ...{ accountingDate: input.accountingDate ?? todayOf(ctx), attachments: input.attachments ?? [] },
    ...(input.voucherDate && { voucherDate: input.voucherDate }),
  });
}

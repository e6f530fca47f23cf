import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import type { Single } from '@lobby/shared/modules/payment-input.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { checkFiles } from '../../kit/files/files.ts';
import { records } from '../../kit/store/records.ts';
import { checkRefs } from '../../kit/store/refs/refs.ts';
import { checkDay } from '../lock-date/index.ts';
import {
  type Allocation,
  assertPayable,
  loadBills,
  loadReceipt,
  type MethodLine,
  payerIn,
  payerNamed,
  resolveMethod,
} from '../receipt/index.ts';
import { loadOwed, oldestFirst } from './open-bills.ts';

/** Adds up allocations of the same bill; drops those of zero. */
export function mergeAllocations(allocations: readonly Allocation[]): Allocation[] {
  const sums = new Map<string, Allocation>();
  for (const { kind = 'BILL', billId, amount } of allocations) {
    const key = `${kind} ${billId}`;
    sums.set(key, { kind, billId, amount: amount + (sums.get(key)?.amount ?? 0) });
  }
  return [...sums.values()].filter(({ amount }) => amount > 0);
}

interface PaymentDraft {
  unitId: string;
  amount: number;
  allocations?: readonly Allocation[] | undefined;
  accountingDate?: string | undefined;
}

/** Allocates an amount by a day: to the chosen bills and interest, else to the oldest due. */
export async function allocatePayment(
  ctx: Ctx,
  { unitId, amount, allocations, accountingDate }: PaymentDraft,
): Promise<{ allocations: Allocation[]; surplus: number }> {
  const chosen = mergeAllocations(allocations ?? []);
  const owed = (await loadOwed(ctx, [unitId], accountingDate)).get(unitId) ?? [];
  if (!allocations) {
    const split = oldestFirst(ctx, owed, amount);
    return { allocations: split.allocations, surplus: split.rest };
  }
  assertPayable(await loadBills(ctx.projectId, chosen), chosen, unitId);
  assertOwed(chosen, new Map(owed.map(({ id, interest }) => [id, interest])));
  const surplus = amount - chosen.reduce((sum, allocation) => sum + allocation.amount, 0);
  if (surplus < 0) failFields({ amount: { code: 'PAYMENT_TOTAL_INVALID' } }, 'PAYMENT_TOTAL_INVALID');
  return { allocations: chosen, surplus };
}

/** Refuses an allocation above the interest of its bill. */
function assertOwed(chosen: readonly Allocation[], interest: ReadonlyMap<string, number>): void {
  for (const [n, { kind, billId, amount }] of chosen.entries()) {
    const max = interest.get(billId);
    if (kind !== 'INTEREST' || max === undefined || amount <= max) continue;
    failFields(
      { [`allocations.${n}.amount`]: { code: 'PAYMENT_EXCEEDS_BILL', params: { max } } },
      'PAYMENT_EXCEEDS_BILL',
    );
  }
}

/** Payer for a unit: the resident named, else the householder; refused where nobody lives in the unit. */
export async function loadPayer(
  ctx: Ctx,
  unitId: string | null,
  payerId?: string,
): Promise<{ id: string | null; name: string; code: string }> {
  const { projectId } = ctx;
  const home = unitId ? await records(unit).get({ projectId }, unitId) : null;
  if (!unitId || !home) return failFields({ unitId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  const usual = await payerIn(ctx, unitId);
  if (!usual) return fail('UNIT_WITHOUT_RESIDENT');
  if (payerId) await checkRefs(ctx, { payerId: receipt.fields.payerId }, { payerId });
  const id = payerId ?? usual;
  const { code } = home;
  return { id, name: (await payerNamed(ctx, { residentId: id })) ?? code, code };
}

/** Maximum number of months named one by one. */
const MOST_MONTHS = 3;
/** Default content of a payment: the unit and the months of its fees. */
async function loadContent(ctx: Ctx, unitCode: string, allocations: readonly Allocation[]): Promise<string> {
  const bills = await loadBills(ctx.projectId, allocations);
  const months = [...new Set(bills.map(({ month }) => month))].toSorted().map(sayDay);
  if (months.length === 0) return text(ctx, 'receipt.paidFor.ahead', { unit: unitCode });
  const period = months.length > MOST_MONTHS ? `${months[0]} – ${months.at(-1)}` : months.join(', ');
  return text(ctx, 'receipt.paidFor.fees', { unit: unitCode, months: period });
}

/** Sources (unit account, advance) need the right to deduct; an advance needs its service. */
function assertSources(ctx: Ctx, { sources = [] }: Pick<Single, 'sources'>): void {
  if (sources.length > 0 && !can(ctx, unitAccount.code, 'deduct'))
    fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: unitAccount.code });
  const lacking = sources.findIndex(({ from, serviceId }) => from === 'ADVANCE' && !serviceId);
  if (lacking >= 0) failFields({ [`sources.${lacking}.serviceId`]: { code: 'REQUIRED' } });
}

/** The receipt of a unit's payment with all its changes. */
export async function takePayment(ctx: Ctx, input: Single, origin: 'COUNTER' | 'MULTI') {
  assertSources(ctx, input);
  const parts = [...input.methods, ...(input.sources ?? [])];
  if (parts.length === 0) failFields({ methods: { code: 'REQUIRED' } });
  const amount = parts.reduce((sum, part) => sum + part.amount, 0);
  if (input.amount !== undefined && input.amount !== amount)
    failFields({ amount: { code: 'PAYMENT_TOTAL_INVALID' } }, 'PAYMENT_TOTAL_INVALID');
  // Checked first: with a closed day, the debts of that day would not explain the refusal.
  if (input.accountingDate) await checkDay(ctx, 'transaction', input.accountingDate, 'accountingDate');
  const payer = await loadPayer(ctx, input.unitId, input.payerId);
  const methods: MethodLine[] = [];
  for (const [n, method] of input.methods.entries())
    methods.push({ ...(await resolveMethod(ctx, method, `methods.${n}.`)), amount: method.amount });
  const { allocations, surplus } = await allocatePayment(ctx, { ...input, amount });
  const attachments = input.attachments ?? [];
  const fresh = await checkFiles(ctx, receipt.fields, { attachments });
  const { surplusTo, surplusServiceId } = input;
  if (surplus > 0 && !surplusTo) fail('PAYMENT_SURPLUS_UNPLACED', { surplus });
  if (surplusTo === 'ADVANCE') {
    if (!surplusServiceId) failFields({ surplusServiceId: { code: 'REQUIRED' } });
    await checkRefs(ctx, { surplusServiceId: receipt.fields.surplusServiceId }, { surplusServiceId });
  }
  const made = await loadReceipt(ctx, {
    unitId: input.unitId,
    amount,
    allocations,
    methods,
    sources: input.sources ?? [],
    origin,
    surplusTo,
    surplusServiceId,
    labelIds: input.labelIds ?? [],
    note: input.note ?? null,
    payerName: input.payerName ?? payer.name,
    payerId: input.payerId || (input.payerName ?? payer.name) === payer.name ? payer.id : null,
    content: input.content ?? (await loadContent(ctx, payer.code, allocations)),
    accountingDate: input.accountingDate ?? todayOf(ctx),
    attachments,
    ...(input.voucherDate && { voucherDate: input.voucherDate }),
  });
  return { ...made, fresh };
}

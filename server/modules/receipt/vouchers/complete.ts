import type { bill } from '@lobby/shared/modules/bill.ts';
import type { Receipt as ReceiptDetail, receipt } from '@lobby/shared/modules/receipt.ts';
import type { Method } from '@lobby/shared/modules/voucher.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadAccount, loadAdvance } from '../../ledger/index.ts';
import { checkDay, checkVoucherDate } from '../../lock-date/index.ts';
import { allocationsOf, assertPayable, loadBills } from '../allocations.ts';
import { directLine, type MethodLine } from './methods.ts';
import { loadAddress } from './payer.ts';

export type Receipt = Doc<typeof receipt>;
export type ReceiptValues = Values<typeof receipt>;
type Type = ReceiptDetail['type'];
/** Amount taken from the unit account or an advance, with the part that comes out of its opening balance. */
type Source = Receipt['sources'][number];
/** A single allocation of a receipt. */
type Allocated = NonNullable<ReceiptValues['allocations']>[number];

const sum = (lines: readonly { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);
const KINDS: readonly Method[] = ['CASH', 'TRANSFER', 'ONLINE', 'SPOS'];
const TYPES: Readonly<Record<Method, Type>> = {
  CASH: 'CASH',
  TRANSFER: 'BANK_TRANSFER',
  SPOS: 'BANK_TRANSFER',
  ONLINE: 'ONLINE_PAYMENT',
};
const largestOf = <L extends Pick<MethodLine, 'kind' | 'amount'>>(methods: readonly L[]): L | undefined =>
  methods.toSorted((a, b) => b.amount - a.amount || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))[0];

/** Type of a receipt, the first that fits: other income, deposit, deduction, advance, else by payment method. */
export function typeOf(values: ReceiptValues): Type {
  const { unitId, allocations = [], methods = [], sources = [], surplusTo, surplus, amount } = values;
  if (!unitId) return 'OTHER';
  if (allocations?.some(({ kind }) => kind === 'DEPOSIT')) return 'DEPOSIT';
  const largest = largestOf(methods ?? []);
  if (!largest)
    return (sources ?? []).every(source => source.from === 'UNIT_ACCOUNT' && source.fromOpening === source.amount)
      ? 'OLD_APARTMENT_ACCOUNT'
      : 'DEDUCTION';
  if (surplusTo === 'ADVANCE' && surplus === amount) return 'ADVANCE_SERVICE';
  return TYPES[largest.kind] ?? 'OTHER';
}

/** Methods and sources of a payment; another document may give a single method and fund instead. */
function moneyOf(values: ReceiptValues, amount: number) {
  if (values.method === 'UNIT_ACCOUNT') return { methods: [], sources: [{ from: 'UNIT_ACCOUNT' as const, amount }] };
  if ('methods' in values || 'sources' in values)
    return { methods: values.methods ?? [], sources: values.sources ?? [] };
  const { method, fundId, reference = null } = values;
  return { methods: [{ ...directLine(method, fundId, amount), reference }], sources: [] };
}

/** Allocations of a unit's payment, with their bills. */
interface Drawn {
  unitId: string;
  allocations: readonly (Pick<Allocated, 'amount'> & { billId?: string | null | undefined })[];
  bills: readonly Pick<Doc<typeof bill>, '_id' | 'serviceId'>[];
}

/** Checks that the sources suffice; an advance pays its own service only. */
export async function completeSources(
  ctx: Ctx,
  { unitId, allocations, bills }: Drawn,
  sources: readonly NonNullable<ReceiptValues['sources']>[number][],
): Promise<Source[]> {
  if (sum(sources) > sum(allocations))
    failFields({ sources: { code: 'DEDUCTION_EXCEEDS_PAYMENT_TOTAL' } }, 'DEDUCTION_EXCEEDS_PAYMENT_TOTAL');
  const found: Source[] = [];
  for (const [n, { from, serviceId = null, amount }] of sources.entries()) {
    const refuse = (max: number) => {
      const code = from === 'ADVANCE' ? 'PAYMENT_EXCEEDS_ADVANCE' : 'PAYMENT_EXCEEDS_ACCOUNT';
      failFields({ [`sources.${n}.amount`]: { code, params: { max } } }, code);
    };
    const holder = await (from === 'ADVANCE' ? loadAdvance(ctx, unitId, serviceId ?? '') : loadAccount(ctx, unitId));
    if (amount > holder.balance) refuse(holder.balance);
    const ofService = new Set(bills.filter(doc => doc.serviceId === serviceId).map(({ _id }) => _id));
    const most = sum(allocations.filter(({ billId }) => billId && ofService.has(billId)));
    if (from === 'ADVANCE' && amount > most) refuse(most);
    found.push({ from, serviceId, amount, fromOpening: Math.min(amount, holder.balanceOpening) });
  }
  return found;
}

/** Allocation of a voucher for a booking or order. */
function ofOrder({ originId, originPart }: ReceiptValues, amount: number): Allocated[] {
  if (!originId) return [];
  if (!originPart) return [{ kind: 'OTHER_INCOME', amount }];
  return [{ kind: originPart === 'SURCHARGE' ? 'BOOKING_SURCHARGE' : 'BOOKING_FEE', amount }];
}

/** Accounting date of a voucher, which must have one. */
export const dayIn = ({ accountingDate }: { accountingDate?: string | null }): string =>
  accountingDate ?? failFields({ accountingDate: { code: 'REQUIRED' } });

/** Completes a receipt: its bills are owed by the unit, and the surplus goes to the account or advance named (domain.md, Money 4). */
export async function completeReceipt(
  ctx: Ctx,
  values: ReceiptValues,
  charged: readonly Doc<typeof bill>[] = [],
): Promise<ReceiptValues> {
  await checkDay(ctx, 'transaction', dayIn(values), 'accountingDate');
  checkVoucherDate(ctx, values);
  const amount = values.amount ?? 0;
  const parts = values.allocations?.length ? values.allocations : ofOrder(values, amount);
  const ofBills = allocationsOf({ allocations: parts });
  const bills = [...(await loadBills(ctx.projectId, ofBills)), ...charged];
  assertPayable(bills, ofBills, values.unitId);
  const late = new Set(bills.filter(({ createdFor }) => createdFor === 'INTEREST').map(({ _id }) => _id));
  // The kind is optional for bills.
  const allocations = parts.map(
    (part): Allocated => ({ ...part, kind: late.has(part.billId ?? '') ? 'INTEREST' : (part.kind ?? 'BILL') }),
  );
  const { methods, sources } = moneyOf(values, amount);
  const surplus = amount - sum(allocations);
  if (surplus < 0 || sum(methods) + sum(sources) !== amount)
    failFields({ amount: { code: 'PAYMENT_TOTAL_INVALID' } }, 'PAYMENT_TOTAL_INVALID');
  const surplusTo = surplus > 0 ? (values.surplusTo ?? 'UNIT_ACCOUNT') : null;
  const largest = largestOf(methods);
  const whole: ReceiptValues = {
    voucherDate: values.accountingDate,
    ...values,
    payerAddress: values.payerAddress ?? (await loadAddress(ctx, values)),
    allocations,
    methods,
    surplus,
    surplusTo,
    sources: await completeSources(ctx, { unitId: values.unitId ?? '', allocations, bills }, sources),
    surplusServiceId: surplusTo === 'ADVANCE' ? values.surplusServiceId : null,
    method: largest?.kind ?? 'UNIT_ACCOUNT',
    methodId: largest?.methodId ?? null,
    fundId: largest?.fundId ?? null,
    reference: largest?.reference ?? null,
    cashierId: ctx.employeeId,
  };
  return { ...whole, type: typeOf(whole) };
}

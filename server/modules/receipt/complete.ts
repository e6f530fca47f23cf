import type { bill } from '@lobby/shared/modules/bill.ts';
import type { Receipt as ReceiptDetail, receipt } from '@lobby/shared/modules/receipt.ts';
import type { Method } from '@lobby/shared/modules/voucher.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { loadAccount, loadAdvance } from '../ledger/index.ts';
import { checkDay, checkVoucherDate } from '../lock-date/index.ts';
import { allocationsOf, assertPayable, loadBills } from './allocations.ts';
import { directLine, type MethodLine } from './methods.ts';
import { loadAddress } from './payer.ts';

export type Receipt = Doc<typeof receipt>;
export type ReceiptValues = Values<typeof receipt>;
type Type = ReceiptDetail['type'];
/** What is taken out of what a unit has, and how much of that it began with. */
type Source = Receipt['sources'][number];
/** Whatever a receipt is for, one by one. */
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

/** What a receipt is called by: the first that fits of other income, a deposit, a deduction, an advance, and how it was paid. */
export function typeOf(values: ReceiptValues): Type {
  const { unitId, allocations = [], methods = [], sources = [], surplusTo, surplus, amount } = values;
  if (!unitId) return 'OTHER';
  if (allocations?.some(({ kind }) => kind === 'DEPOSIT')) return 'DEPOSIT';
  const largest = largestOf(methods ?? []);
  if (!largest)
    return (sources ?? []).every(one => one.from === 'UNIT_ACCOUNT' && one.fromOpening === one.amount)
      ? 'OLD_APARTMENT_ACCOUNT'
      : 'DEDUCTION';
  if (surplusTo === 'ADVANCE' && surplus === amount) return 'ADVANCE_SERVICE';
  return TYPES[largest.kind] ?? 'OTHER';
}

/** How what another document takes is told: in methods and sources, or by one kind into one fund. */
function moneyOf(values: ReceiptValues, amount: number) {
  if (values.method === 'UNIT_ACCOUNT') return { methods: [], sources: [{ from: 'UNIT_ACCOUNT' as const, amount }] };
  if ('methods' in values || 'sources' in values)
    return { methods: values.methods ?? [], sources: values.sources ?? [] };
  const { method, fundId, reference = null } = values;
  return { methods: [{ ...directLine(method, fundId, amount), reference }], sources: [] };
}

/** What a payment of a unit is for. */
interface Drawn {
  unitId: string;
  allocations: readonly (Pick<Allocated, 'amount'> & { billId?: string | null | undefined })[];
  bills: readonly Pick<Doc<typeof bill>, '_id' | 'serviceId'>[];
}

/** What there is to take it out of is enough, and an advance pays its own service alone. */
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
    if (amount > Number(holder.balance)) refuse(Number(holder.balance));
    const ofService = new Set(bills.filter(one => one.serviceId === serviceId).map(({ _id }) => _id));
    const most = sum(allocations.filter(({ billId }) => billId && ofService.has(billId)));
    if (from === 'ADVANCE' && amount > most) refuse(most);
    found.push({ from, serviceId, amount, fromOpening: Math.min(amount, Number(holder.balanceOpening)) });
  }
  return found;
}

/** What a voucher of a booking or order is for. */
function ofOrder({ originId, originPart }: ReceiptValues, amount: number): Allocated[] {
  if (!originId) return [];
  if (!originPart) return [{ kind: 'OTHER_INCOME', amount }];
  return [{ kind: originPart === 'SURCHARGE' ? 'BOOKING_SURCHARGE' : 'BOOKING_FEE', amount }];
}

/** Completes money that comes in: what it pays is owed by that unit, and what is left over goes where it is said (domain.md, Money 4). */
export async function completeReceipt(
  ctx: Ctx,
  values: ReceiptValues,
  charged: readonly Doc<typeof bill>[] = [],
): Promise<ReceiptValues> {
  await checkDay(ctx, 'transaction', String(values.accountingDate), 'accountingDate');
  checkVoucherDate(ctx, values);
  const amount = values.amount ?? 0;
  const given = values.allocations?.length ? values.allocations : ofOrder(values, amount);
  const ofBills = allocationsOf({ allocations: given });
  const bills = [...(await loadBills(ctx.projectId, ofBills)), ...charged];
  assertPayable(bills, ofBills, values.unitId);
  const late = new Set(bills.filter(({ createdFor }) => createdFor === 'INTEREST').map(({ _id }) => _id));
  // Who pays bills alone names no kind.
  const allocations = given.map(
    (one): Allocated => ({ ...one, kind: late.has(one.billId ?? '') ? 'INTEREST' : (one.kind ?? 'BILL') }),
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
    sources: await completeSources(ctx, { unitId: String(values.unitId), allocations, bills }, sources),
    surplusServiceId: surplusTo === 'ADVANCE' ? values.surplusServiceId : null,
    method: largest?.kind ?? 'UNIT_ACCOUNT',
    methodId: largest?.methodId ?? null,
    fundId: largest?.fundId ?? null,
    reference: largest?.reference ?? null,
    cashierId: ctx.employeeId,
  };
  return { ...whole, type: typeOf(whole) };
}

import type { Receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { accountOf, advanceOf } from '../ledger/index.ts';
import { checkDay, checkVoucherDate } from '../lock-date/index.ts';
import { allocationsOf, billsOf, refuseUnpayable } from './allocations.ts';
import { directLine, type MethodLine, methodsOf } from './methods.ts';

type Values = Record<string, unknown>;
type Type = Receipt['type'];

/** What is taken out of what a unit has, and how much of that it began with. */
export interface Source {
  from: 'UNIT_ACCOUNT' | 'ADVANCE';
  serviceId?: string | null;
  amount: number;
  fromOpening?: number;
}
export const sourcesOf = (doc: Values): Source[] => (Array.isArray(doc.sources) ? (doc.sources as Source[]) : []);

/** Whatever a receipt is for, one by one. */
export interface Line {
  kind?: string;
  amount: number;
  billId?: string | null;
  serviceId?: string | null;
  categoryId?: string | null;
}
export const linesIn = (doc: Values): Line[] => (Array.isArray(doc.allocations) ? (doc.allocations as Line[]) : []);

const sum = (lines: readonly { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);
const KINDS = ['CASH', 'TRANSFER', 'ONLINE', 'SPOS'];
const TYPES: Readonly<Record<string, Type>> = {
  CASH: 'CASH',
  TRANSFER: 'BANK_TRANSFER',
  SPOS: 'BANK_TRANSFER',
  ONLINE: 'ONLINE_PAYMENT',
};
const largestOf = (methods: readonly MethodLine[]): MethodLine | undefined =>
  methods.toSorted((a, b) => b.amount - a.amount || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))[0];

/** What a receipt is called by: the first that fits of other income, a deposit, a deduction, an advance, and how it was paid. */
export function typeOf(doc: Values): Type {
  if (!doc.unitId) return 'OTHER';
  if (linesIn(doc).some(({ kind }) => kind === 'DEPOSIT')) return 'DEPOSIT';
  const largest = largestOf(methodsOf(doc));
  if (!largest)
    return sourcesOf(doc).every(({ from, amount, fromOpening }) => from === 'UNIT_ACCOUNT' && fromOpening === amount)
      ? 'OLD_APARTMENT_ACCOUNT'
      : 'DEDUCTION';
  if (doc.surplusTo === 'ADVANCE' && doc.surplus === doc.amount) return 'ADVANCE_SERVICE';
  return TYPES[largest.kind] ?? 'OTHER';
}

/** How what another document takes is told: in methods and sources, or by one kind into one fund. */
function moneyOf(values: Values): { methods: MethodLine[]; sources: Source[] } {
  const amount = Number(values.amount);
  if (values.method === 'UNIT_ACCOUNT') return { methods: [], sources: [{ from: 'UNIT_ACCOUNT', amount }] };
  if ('methods' in values || 'sources' in values) return { methods: methodsOf(values), sources: sourcesOf(values) };
  return { methods: [directLine(values.method, values.fundId, amount)], sources: [] };
}

/** What there is to take it out of is enough, and an advance pays its own service alone. */
async function drawn(
  ctx: Ctx,
  { unitId, allocations, bills }: { unitId: string; allocations: readonly Line[]; bills: readonly Stored[] },
  sources: readonly Source[],
): Promise<Source[]> {
  if (sum(sources) > sum(allocations))
    failFields({ sources: { code: 'DEDUCTION_EXCEEDS_PAYMENT_TOTAL' } }, 'DEDUCTION_EXCEEDS_PAYMENT_TOTAL');
  const found: Source[] = [];
  for (const [n, one] of sources.entries()) {
    const { from, serviceId, amount } = one;
    const refuse = (max: number) => {
      const code = from === 'ADVANCE' ? 'PAYMENT_EXCEEDS_ADVANCE' : 'PAYMENT_EXCEEDS_ACCOUNT';
      failFields({ [`sources.${n}.amount`]: { code, params: { max } } }, code);
    };
    const holder = await (from === 'ADVANCE' ? advanceOf(ctx, unitId, String(serviceId)) : accountOf(ctx, unitId));
    if (amount > Number(holder.balance)) refuse(Number(holder.balance));
    const ofService = new Set(bills.filter(bill => bill.serviceId === serviceId).map(({ _id }) => _id));
    const most = sum(allocations.filter(({ billId }) => billId && ofService.has(billId)));
    if (from === 'ADVANCE' && amount > most) refuse(most);
    found.push({ ...one, serviceId: serviceId ?? null, fromOpening: Math.min(amount, Number(holder.balanceOpening)) });
  }
  return found;
}

/** What a voucher of a booking or order is for. */
const ofOrder = ({ originId, originPart, amount }: Values): Line[] =>
  originId ? [{ kind: originPart ? `BOOKING_${String(originPart)}` : 'OTHER_INCOME', amount: Number(amount) }] : [];

/** Completes money that comes in: what it pays is owed by that unit, and what is left over goes where it is said (domain.md, Money 4). */
export async function completed(ctx: Ctx, values: Values): Promise<Values> {
  await checkDay(ctx, 'transaction', String(values.accountingDate), 'accountingDate');
  checkVoucherDate(ctx, values);
  const given = linesIn(values);
  const allocations = (given.length > 0 ? given : ofOrder(values)).map(one => ({ kind: 'BILL', ...one }));
  const ofBills = allocationsOf({ allocations });
  const bills = await billsOf(ctx.projectId, ofBills);
  refuseUnpayable(bills, ofBills, values.unitId);
  const { methods, sources } = moneyOf(values);
  const amount = Number(values.amount);
  const surplus = amount - sum(allocations);
  if (surplus < 0 || sum(methods) + sum(sources) !== amount)
    failFields({ amount: { code: 'PAYMENT_TOTAL_INVALID' } }, 'PAYMENT_TOTAL_INVALID');
  const surplusTo = surplus > 0 ? (values.surplusTo ?? 'UNIT_ACCOUNT') : null;
  const largest = largestOf(methods);
  const whole = {
    voucherDate: values.accountingDate,
    ...values,
    allocations,
    methods,
    surplus,
    surplusTo,
    sources: await drawn(ctx, { unitId: String(values.unitId), allocations, bills }, sources),
    surplusServiceId: surplusTo === 'ADVANCE' ? values.surplusServiceId : null,
    method: largest?.kind ?? 'UNIT_ACCOUNT',
    methodId: largest?.methodId ?? null,
    fundId: largest?.fundId ?? null,
    reference: largest?.reference ?? null,
    cashierId: ctx.employeeId,
  };
  return { ...whole, type: typeOf(whole) };
}

import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { InputOf } from '@lobby/shared/kit/fields.ts';
import type { MONEY_ACTS } from '@lobby/shared/modules/booking-money.ts';
import { deposit } from '@lobby/shared/modules/deposit.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Method } from '@lobby/shared/modules/voucher.ts';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { type DepositOf, depositLine, giveBackDeposit, takeDeposit, voucherIn } from '../../deposit/index.ts';
import { fundFor, type Line, loadAccount, postings } from '../../ledger/index.ts';
import { checkDay } from '../../lock-date/index.ts';
import { buildPayslip } from '../../payslip/index.ts';
import { bookingLines, loadReceipt, type MethodLine, payerNamed } from '../../receipt/index.ts';
import { costOf, type Part, taxesOf } from './money.ts';

/** What is given with the payment of a part; `line` is a payment that came through a gateway. */
export type Payment = Omit<InputOf<(typeof MONEY_ACTS)['pay-manual-deposit']['input']>, 'method'> & {
  method?: Method;
  line?: MethodLine;
};

/** What is given with the refund of a part; `methodId` is the gateway that pays it out. */
export type Refund = InputOf<(typeof MONEY_ACTS)['refund-deposits']['input']> & {
  reason?: string | null;
  methodId?: string | null;
};

/** A voucher with its changes; its number is known after saving. */
export interface Voucher {
  changes: Change[];
  receiptId?: string;
  payslipId?: string;
  depositId?: string;
  number: () => string;
}

const WHAT = { FEE: 'Phí', SURCHARGE: 'Phụ thu', DEPOSIT: 'Tiền cọc' } as const satisfies Record<Part, string>;

/** What a voucher is for, as who pays knows it: amenity and day. */
async function loadTitle(ctx: Ctx, part: Part, { utilityId, startAt, code }: Doc<typeof utilityBooking>) {
  const name = (await loadRefs(ctx.projectId, utility, [utilityId])).get(utilityId)?.name ?? code;
  const day = startAt && dayWords(dayOf(startAt, ctx.project.timeZone));
  return [`${WHAT[part]} ${name}`, day].filter(Boolean).join(', ');
}

/** A booking as source of its deposit. */
export const loadDepositOf = async (ctx: Ctx, doc: Doc<typeof utilityBooking>): Promise<DepositOf> => ({
  origin: 'BOOKING',
  id: doc._id,
  code: doc.code ?? '',
  unitId: doc.unitId,
  payer: doc.code ?? '',
  // Households read it on their receipt, where a code alone says nothing.
  content: await loadTitle(ctx, 'DEPOSIT', doc),
});

const TAXES = { FEE: ['feeVat', 'feeSurchargeTax'], SURCHARGE: ['surchargeVat', 'surchargeTax'] } as const;

/** Net amount and taxes of a partial amount, in proportion to the whole. */
function splitOf(doc: Doc<typeof utilityBooking>, part: 'FEE' | 'SURCHARGE', amount: number) {
  const [vat, tax] = TAXES[part];
  return taxesOf(amount, costOf(doc, part), doc[vat], doc[tax]);
}

const loadPayer = async (ctx: Ctx, doc: Doc<typeof utilityBooking>): Promise<string> =>
  (await payerNamed(ctx, doc)) ?? doc.code ?? '';

/** Accounting day: neither in the future nor in a closed period. */
async function loadDay(ctx: Ctx, { accountingDate }: Pick<Payment, 'accountingDate'>): Promise<string> {
  const day = accountingDate ?? todayOf(ctx);
  if (day > todayOf(ctx)) failFields({ accountingDate: { code: 'DATE_IN_FUTURE' } });
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  return day;
}

async function loadFund(ctx: Ctx, { fundId }: Pick<Payment, 'fundId'>, method: string): Promise<string> {
  const found = fundId ?? (await fundFor(ctx, method));
  return found ?? failFields({ fundId: { code: 'REQUIRED' } });
}

/** Checks the right to pay out of the unit account, and its balance. */
async function assertAccountCovers(ctx: Ctx, doc: Doc<typeof utilityBooking>, amount: number): Promise<void> {
  if (!can(ctx, utilityBooking.code, 'deduct')) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
  const { balance } = await loadAccount(ctx, doc.unitId);
  if (balance < amount) fail('UNIT_ACCOUNT_NOT_ENOUGH');
}

/** Posts the payment of a part: a receipt, for a deposit together with its record. */
export async function takeIn(ctx: Ctx, doc: Doc<typeof utilityBooking>, part: Part, input: Payment): Promise<Voucher> {
  const day = await loadDay(ctx, input);
  const amount = costOf(doc, part);
  const account = input.fromUnitAccount === true && part !== 'DEPOSIT';
  if (account) await assertAccountCovers(ctx, doc, amount);
  const method = account ? 'UNIT_ACCOUNT' : (input.method ?? 'CASH');
  const fundId = account ? null : await loadFund(ctx, input, method);
  // Online payments may still be in clearing.
  const came = input.line ? { methods: [input.line], sources: [], origin: 'ONLINE' } : { method, fundId };
  const payer = await loadPayer(ctx, doc);
  if (part === 'DEPOSIT') {
    const line = input.line && { methods: [input.line], origin: 'ONLINE' as const };
    const moved = { day, fundId, ...(line || {}) };
    const of = { ...(await loadDepositOf(ctx, doc)), payer };
    const changes = await takeDeposit(ctx, of, amount, input.method ?? 'CASH', moved);
    const number = () =>
      String(changes.find(change => change.definition.name === receipt.name && change.insert)?.insert?.code ?? '');
    return {
      changes,
      depositId: voucherIn(changes, deposit) ?? '',
      receiptId: voucherIn(changes, receipt) ?? '',
      number,
    };
  }
  const content = [await loadTitle(ctx, part, doc), input.note].filter(Boolean).join(' · ');
  const about = {
    originId: doc._id,
    originCode: doc.code,
    originPart: part,
    amenityId: doc.utilityId,
    ...splitOf(doc, part, amount),
  };
  const { doc: made, changes } = await loadReceipt(ctx, {
    type: 'OTHER',
    unitId: doc.unitId,
    amount,
    ...came,
    accountingDate: day,
    payerName: payer,
    content,
    ...about,
  });
  return { changes, receiptId: made._id, number: () => made.code ?? '' };
}

/** Amounts retained are income of the amenity. */
export const incomeOf = ({ _id, utilityId }: Doc<typeof utilityBooking>) => ({
  amenityId: utilityId,
  bookingId: _id,
});

/** Refunds an amount of a part out of a fund, or into the unit account. */
export async function giveBack(
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  part: Part,
  amount: number,
  input: Refund,
): Promise<Voucher> {
  const day = await loadDay(ctx, input);
  const out = await outgoing(ctx, doc, part, amount, { ...input, day });
  if (part !== 'DEPOSIT') return { changes: await out.book(), ...out.voucher() };
  const changes = await giveBackDeposit(ctx, doc._id, amount, input.deductionReason, {
    day,
    kept: input.deduction ?? 0,
    income: incomeOf(doc),
    by: { to: input.to === 'UNIT_ACCOUNT' ? 'transferred' : 'refundAmount', book: out.book },
  });
  return { changes, ...out.voucher() };
}

type Numbered = Pick<Voucher, 'payslipId' | 'number'>;

/** Refund by payslip, or by an entry to the unit account. */
async function outgoing(
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  part: Part,
  amount: number,
  { day, ...input }: Refund & { day: string },
) {
  const code = doc.code ?? '';
  const none: Numbered = { number: () => code };
  if (amount === 0) return { book: async () => [], voucher: () => ({ number: () => '' }) };
  const about = { originId: doc._id, originCode: code, originPart: part, amenityId: doc.utilityId };
  const split = part === 'DEPOSIT' ? null : splitOf(doc, part, amount);
  if (input.to === 'UNIT_ACCOUNT')
    return {
      book: (of?: Doc<typeof deposit>) => toAccount(ctx, doc, { ...about, ...split, amount, day }, of),
      voucher: () => none,
    };
  const method = input.to ?? 'CASH';
  const fundId = await loadFund(ctx, input, method);
  const payee = await loadPayer(ctx, doc);
  let made = none;
  const book = async (of?: Doc<typeof deposit>) => {
    const purpose = of ? 'DEPOSIT_REFUND' : 'BOOKING_REFUND';
    const { doc: slip, changes } = await buildPayslip(ctx, {
      purpose,
      category: 'OTHER',
      unitId: doc.unitId,
      amount,
      method,
      fundId,
      accountingDate: day,
      payeeName: payee,
      content: await loadTitle(ctx, part, doc),
      ...about,
      ...split,
      depositId: of?._id ?? null,
      // Refunded through the gateway of the payment: deducted from its next payout.
      methodId: input.methodId ?? null,
    });
    made = { payslipId: slip._id, number: () => slip.code ?? '' };
    return changes;
  };
  return { book, voucher: () => made };
}

/** Moves an amount to the unit account: fees and surcharges are no longer revenue, a deposit no longer held. */
function toAccount(
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  out: Parameters<typeof bookingLines>[0] & { amount: number; day: string },
  of?: Doc<typeof deposit>,
): Promise<Change[]> {
  const unitId = doc.unitId;
  const { amount, day } = out;
  const account: Line = { account: 'UNIT_ACCOUNT', unitId, credit: amount };
  const about = of
    ? ({ kind: 'DEPOSIT_TRANSFER', type: 'deposit', doc: of } as const)
    : ({ kind: 'REFUND_TO_ACCOUNT', type: 'utility-booking', doc } as const);
  const from = of ? [depositLine(of, 'debit', amount)] : bookingLines(out, 'debit');
  return postings(ctx, { ...about, day, unitId, lines: [...from, account] });
}

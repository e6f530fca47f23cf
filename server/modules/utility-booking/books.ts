import { resident } from '@lobby/shared/modules/resident.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Change } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { type DepositOf, giveBackDeposit, takeDeposit } from '../deposit/index.ts';
import { accountOf, fundFor, type Line, postings } from '../ledger/index.ts';
import { checkDay, todayOf } from '../lock-date/index.ts';
import { payslipOf, receiptOf } from '../receipt/index.ts';
import { costOf, type Part, taxesOf } from './money.ts';

type Values = Record<string, unknown>;

/** A voucher of the books, with the changes that it is made of; its number is known once it is saved. */
export interface Voucher {
  changes: Change[];
  receiptId?: string;
  payslipId?: string;
  depositId?: string;
  number: () => string;
}

/** A booking as its deposit names it. */
export const depositOf = (doc: Stored): DepositOf => ({
  ...{ origin: 'BOOKING', id: doc._id, code: String(doc.code), unitId: String(doc.unitId), payer: String(doc.code) },
});

const TAXES = { FEE: ['feeVat', 'feeSurchargeTax'], SURCHARGE: ['surchargeVat', 'surchargeTax'] } as const;

/** Net and taxes of an amount of a part, in the proportion of the whole. */
function splitOf(doc: Stored, part: 'FEE' | 'SURCHARGE', amount: number) {
  const [vat, tax] = TAXES[part];
  return taxesOf(amount, costOf(doc, part), Number(doc[vat] ?? 0), Number(doc[tax] ?? 0));
}

async function payerOf(ctx: Ctx, { residentId, code }: Stored): Promise<string> {
  const found = typeof residentId === 'string' ? await loadRefs(ctx.projectId, resident, [residentId]) : null;
  return String(found?.get(String(residentId))?.name ?? code);
}

/** The day on which it is booked: not to come, not within what is closed. */
async function dayOf(ctx: Ctx, { accountingDate }: Values): Promise<string> {
  const day = typeof accountingDate === 'string' ? accountingDate : todayOf(ctx);
  if (day > todayOf(ctx)) failFields({ accountingDate: { code: 'DATE_IN_FUTURE' } });
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  return day;
}

async function fundOf(ctx: Ctx, { fundId }: Values, method: unknown): Promise<string> {
  const found = typeof fundId === 'string' ? fundId : await fundFor(ctx, method);
  return found ?? failFields({ fundId: { code: 'REQUIRED' } });
}

const titleOf = (part: Part, { code }: Stored) =>
  `${{ FEE: 'Phí', SURCHARGE: 'Phụ thu', DEPOSIT: 'Tiền cọc' }[part]} ${String(code)}`;

/** Who may pay a booking out of what the unit has, and how much there is. */
async function refuseAccount(ctx: Ctx, doc: Stored, amount: number): Promise<void> {
  if (!can(ctx, utilityBooking.code, 'deduct')) fail('EMPLOYEE_NOT_HAVE_PERMISSION');
  const { balance } = await accountOf(ctx, String(doc.unitId));
  if (Number(balance) < amount) fail('UNIT_ACCOUNT_NOT_ENOUGH');
}

/** Brings what was paid for a part onto the books: a receipt, or the deposit itself. */
export async function takeIn(ctx: Ctx, doc: Stored, part: Part, input: Values): Promise<Voucher> {
  const day = await dayOf(ctx, input);
  const amount = costOf(doc, part);
  const account = input.fromUnitAccount === true && part !== 'DEPOSIT';
  if (account) await refuseAccount(ctx, doc, amount);
  const method = account ? 'UNIT_ACCOUNT' : (input.method ?? 'CASH');
  const fundId = account ? null : await fundOf(ctx, input, method);
  const payer = await payerOf(ctx, doc);
  if (part === 'DEPOSIT') {
    const changes = await takeDeposit(ctx, { ...depositOf(doc), payer }, amount, method, { day, fundId });
    const made = changes.find(({ definition, insert }) => definition.name === 'deposit' && insert)?.insert;
    return { changes, depositId: made?._id ?? '', number: () => String(made?.code ?? '') };
  }
  const content = [titleOf(part, doc), input.note].filter(Boolean).join(' · ');
  const about = { originId: doc._id, originCode: doc.code, originPart: part, ...splitOf(doc, part, amount) };
  const { doc: receipt, changes } = await receiptOf(ctx, {
    ...{ type: 'OTHER', unitId: doc.unitId, amount, method, fundId, day, payer, content },
    ...about,
  });
  return { changes, receiptId: receipt._id, number: () => String(receipt.code ?? '') };
}

/** Gives an amount of a part back out of a fund, or into the account of the unit. */
export async function giveBack(ctx: Ctx, doc: Stored, part: Part, amount: number, input: Values): Promise<Voucher> {
  const day = await dayOf(ctx, input);
  const deducted = Number(input.deduction ?? 0);
  const toAccount = input.to === 'UNIT_ACCOUNT';
  const unitId = String(doc.unitId);
  const code = String(doc.code);
  const kept = async (by: Change[]) =>
    part === 'DEPOSIT' ? giveBackDeposit(ctx, doc._id, amount, input.deductionReason, { day, kept: deducted, by }) : by;
  if (amount === 0) return { changes: await kept([]), number: () => '' };
  const out: Line[] =
    part === 'DEPOSIT' ? [{ account: 'DEPOSIT', debit: amount }] : revenueLines(splitOf(doc, part, amount), 'debit');
  if (toAccount) {
    const entry = part === 'DEPOSIT' ? 'DEPOSIT_TRANSFER' : 'TRANSFER';
    const lines: Line[] = [...out, { account: 'UNIT_ACCOUNT', credit: amount }];
    return {
      changes: await kept(await postings(ctx, { entry, day, source: code, unitId, lines })),
      number: () => code,
    };
  }
  const method = input.to ?? 'CASH';
  const { doc: payslip, changes } = await payslipOf(ctx, {
    ...{ purpose: part === 'DEPOSIT' ? 'DEPOSIT_REFUND' : 'BOOKING_REFUND', category: 'OTHER', unitId, amount, method },
    ...{ fundId: await fundOf(ctx, input, method), day, payee: await payerOf(ctx, doc), content: titleOf(part, doc) },
    ...{ originId: doc._id, originCode: code, originPart: part },
    ...(part !== 'DEPOSIT' && splitOf(doc, part, amount)),
  });
  return { changes: await kept(changes), payslipId: payslip._id, number: () => String(payslip.code ?? '') };
}

/** What a fee or surcharge is in the books: revenue, and the taxes that were in it. */
function revenueLines(split: { net: number; vat: number; surchargeTax: number }, side: 'debit' | 'credit'): Line[] {
  return [
    { account: 'REVENUE', [side]: split.net },
    { account: 'VAT', [side]: split.vat },
    { account: 'SURCHARGE', [side]: split.surchargeTax },
  ];
}

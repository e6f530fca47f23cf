import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import type { Action, ActionsOf } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import type { Change } from '../../../kit/store/save.ts';
import { fundFor } from '../../ledger/index.ts';
import { checkDay } from '../../lock-date/index.ts';
import { buildPayslip } from '../../payslip/index.ts';
import { loadReceipt } from '../../receipt/index.ts';
import { loadTitle } from '../order-notices.ts';

/** What is given with a payment. */
interface Given {
  accountingDate?: string | null;
  method?: string;
  fundId?: string | null;
  note?: string | null;
}

async function loadAbout(ctx: Ctx, doc: Doc<typeof merchantOrder>, input: Given) {
  const day = input.accountingDate ?? todayOf(ctx);
  await checkDay(ctx, 'transaction', day, 'accountingDate');
  const { method } = input;
  const fundId = input.fundId ?? (await fundFor(ctx, method)) ?? failFields({ fundId: { code: 'REQUIRED' } });
  const content = [await loadTitle(ctx, doc), input.note].filter(Boolean).join(' · ');
  return { accountingDate: day, method, fundId, content, unitId: doc.unitId, originId: doc._id, originCode: doc.code };
}

const loadName = async (
  ctx: Ctx,
  definition: typeof partner | typeof resident,
  id: string | null,
  or: string | null,
) => {
  const ref = id && (await loadRefs(ctx.projectId, definition, [id])).get(id);
  return ref ? ref.name : (or ?? '');
};

const failPayment = async (doc: Doc<typeof merchantOrder>): Promise<never> =>
  fail('PAYMENT_NOT_ALLOWED', await lastChange(merchantOrder, doc, true));

/** Receives the price of an order from the household. */
const payFee: Action<typeof merchantOrder, 'pay-manual-fee'> = async (ctx, doc, input) => {
  if (doc.paidAt) fail('ALREADY_PAID');
  if (!doc.total) return failPayment(doc);
  const about = await loadAbout(ctx, doc, { method: 'CASH', ...input });
  const payer = await loadName(ctx, resident, doc.residentId, doc.code);
  const { doc: made, changes } = await loadReceipt(ctx, {
    ...about,
    type: 'OTHER',
    amount: doc.total,
    payerName: payer,
  });
  return { set: { paidAt: ctx.now, receiptId: made._id }, with: changes };
};

/** Pays the partner the price minus commission. */
const payPartner: Action<typeof merchantOrder, 'pay-partner'> = async (ctx, doc, input) => {
  if (doc.payslipId) fail('ALREADY_PAID');
  const amount = (doc.total ?? 0) - (doc.commission ?? 0);
  if (!doc.paidAt || amount <= 0) return failPayment(doc);
  const about = await loadAbout(ctx, doc, { method: 'TRANSFER', ...input });
  const payee = await loadName(ctx, partner, doc.partnerId, doc.code);
  const { doc: made, changes } = await buildPayslip(ctx, {
    ...about,
    purpose: 'EXPENSE',
    category: 'OTHER',
    amount,
    payeeName: payee,
    partnerId: doc.partnerId,
  });
  return { set: { payslipId: made._id }, with: changes };
};

export const moneyRules = { 'pay-manual-fee': payFee, 'pay-partner': payPartner } satisfies ActionsOf<
  typeof merchantOrder
>;

/** Reopens the payment of an order whose voucher was cancelled; refused for receipts once the partner was paid. */
export async function cancelledVoucher(
  ctx: Ctx,
  kind: string,
  voucher: Pick<Doc<typeof receipt> | Doc<typeof payslip>, 'originId'>,
): Promise<Change[] | null> {
  const doc = await records(merchantOrder).get(ctx, voucher.originId);
  if (!doc) return null;
  const taken = kind === receipt.name;
  if (taken && doc.payslipId) fail('VOUCHER_OF_BOOKING', { code: doc.code });
  const set = taken ? { paidAt: null, receiptId: null } : { payslipId: null };
  return [{ definition: merchantOrder, action: 'reopen', update: { doc, set } }];
}

import { randomBytes } from 'node:crypto';
import { onlineTransaction, type REFUND_WAYS } from '@lobby/shared/modules/online-transaction.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { perform } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import { loadAccount } from '../../ledger/index.ts';
import { loadPayer } from '../../payment/index.ts';
import { loadMethod, NotAnswering, type RefundState } from '../../payment-gateway/index.ts';
import { buildPayslip } from '../../payslip/index.ts';
import { cancelChanges, cancelReceipt } from '../../receipt/index.ts';
import { refundPart } from '../../utility-booking/index.ts';
import { appendLog, bySystem, payOrder } from '../orders.ts';
import { loadAdapter } from '../provider/begin.ts';

type Way = (typeof REFUND_WAYS)[number] | 'BOOKING';
type Line = Doc<typeof onlineTransaction>['refunds'][number];
const heldBy = (lines: readonly Line[]) =>
  lines.reduce((sum, line) => sum + (line.refundStatus === 'FAILED' ? 0 : line.amount), 0);

/** The order's receipt, if it is still valid. */
export const receiptFor = async (doc: Doc<typeof onlineTransaction>): Promise<Doc<typeof receipt> | null> =>
  doc.receiptId ? records(receipt).first(doc, { _id: doc.receiptId, status: 'NOT_CANCELED' }) : null;

/** Refuses refunds above the rest, in an unsuitable way, or by a gateway without refunds. */
export async function assertRefundable(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
  amount: number,
  how: Way,
): Promise<void> {
  const left = (doc.amount ?? 0) - heldBy(doc.refunds);
  if (amount > left)
    failFields({ amount: { code: 'REFUND_EXCEEDS_PAID', params: { max: left } } }, 'REFUND_EXCEEDS_PAID');
  const voucher = await receiptFor(doc);
  if (!voucher) fail('REFUND_NOT_SUPPORTED');
  // Cancelling the receipt refunds its whole amount.
  if (how === 'RECEIPT' && amount !== doc.amount)
    failFields({ amount: { code: 'REFUND_NOT_SUPPORTED' } }, 'REFUND_NOT_SUPPORTED');
  if (how === 'RECEIPT') await cancelReceipt(bySystem(ctx), voucher);
  // A received deposit is held separately, not on the account.
  if (how === 'UNIT_ACCOUNT' && voucher.type === 'DEPOSIT') fail('REFUND_NOT_SUPPORTED');
  if (how === 'UNIT_ACCOUNT') {
    if (!doc.unitId) return fail('REFUND_NOT_SUPPORTED');
    const { balance } = await loadAccount(ctx, doc.unitId);
    if (amount > balance)
      failFields({ amount: { code: 'PAYSLIP_EXCEEDS_ACCOUNT', params: { max: balance } } }, 'PAYSLIP_EXCEEDS_ACCOUNT');
  }
}

/** Booking and part that an order paid. */
export async function bookingFor(
  doc: Doc<typeof onlineTransaction>,
): Promise<{ booking: Doc<typeof utilityBooking>; part: 'FEE' | 'SURCHARGE' | 'DEPOSIT' } | null> {
  const [item] = doc.items;
  const booking = item?.bookingId ? await records(utilityBooking).get(doc, item.bookingId) : null;
  return booking && item?.part ? { booking, part: item.part } : null;
}

/** Fund of a refund, and the method if it is deducted from the gateway's next payout. */
async function backBy(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
): Promise<{ fundId: string; methodId: string | null }> {
  const method = await loadMethod(ctx, doc.gatewayId);
  if (!method?.fundId) return fail('PAYMENT_CONFIG_NOT_FOUND');
  return { fundId: method.fundId, methodId: method.settles === 'ON_STATEMENT' ? method._id : null };
}

/** Refundable amount of a booking; throws if it cannot be refunded. */
export async function refundOfBooking(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
  amount: number | undefined,
  reason: string,
) {
  const paid = await bookingFor(doc);
  if (!paid) return fail('REFUND_NOT_SUPPORTED');
  return refundPart(bySystem(ctx), paid.booking, paid.part, { amount, reason, ...(await backBy(ctx, doc)) });
}

async function bookedBackOfBooking(ctx: Ctx, doc: Doc<typeof onlineTransaction>, line: Line) {
  const { changes, payslipId } = await refundOfBooking(ctx, doc, line.amount, line.reason ?? '');
  return { changes, payslipId };
}

/** Books a refund: cancels the receipt, or takes the money from the unit's account. */
async function bookedBack(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
  line: Line,
): Promise<{ changes: Change[]; payslipId: string | null }> {
  if (line.how === 'BOOKING') return bookedBackOfBooking(ctx, doc, line);
  if (line.how === 'RECEIPT') {
    const voucher = await receiptFor(doc);
    if (!voucher) return { changes: [], payslipId: null };
    return {
      changes: cancelChanges(receipt, voucher, await cancelReceipt(ctx, voucher), line.reason ?? ''),
      payslipId: null,
    };
  }
  if (!doc.unitId) return fail('REFUND_NOT_SUPPORTED');
  const { balance, balanceOpening } = await loadAccount(ctx, doc.unitId);
  const { doc: made, changes } = await buildPayslip(ctx, {
    purpose: 'ACCOUNT_REFUND',
    unitId: doc.unitId,
    amount: line.amount,
    method: 'TRANSFER',
    ...(await backBy(ctx, doc)),
    accountingDate: todayOf(ctx),
    content: doc.code,
    payeeKind: 'OTHER',
    payeeName: (await loadPayer(ctx, doc.unitId)).name,
    fromOpening: Math.max(0, line.amount - (balance - balanceOpening)),
  });
  return { changes, payslipId: made._id };
}

/** Completes a refund with the provider's result; pending ones stay. */
export async function endRefund(ctx: Ctx, id: string, key: string, state: RefundState): Promise<void> {
  if (state === 'PENDING' || state === 'UNKNOWN') return;
  const systemCtx = bySystem(ctx);
  await perform(systemCtx, { definition: onlineTransaction, name: 'refunded', id, input: {} }, async (_ctx, doc) => {
    const lines = doc.refunds.map(refund => ({ ...refund }));
    const line = lines.find(other => other.key === key);
    if (line?.refundStatus !== 'PENDING') return {};
    line.refundStatus = state;
    const log = appendLog(doc, systemCtx.now, 'refund', state);
    if (state === 'FAILED') return { set: { refunds: lines, refunded: heldBy(lines), ...log } };
    const { changes, payslipId } = await bookedBack(systemCtx, doc, line);
    line.payslipId = payslipId;
    return {
      set: { refunds: lines, refunded: heldBy(lines), ...log },
      with: changes,
      also: session =>
        notify(
          systemCtx,
          toUnit(doc.unitId),
          'ONLINE_REFUNDED',
          { module: onlineTransaction.code, id: doc._id, title: doc.code ?? '' },
          session,
        ),
    };
  });
}

const TRIES = 3;

/** Sends a refund, or queries one sent before; never sends twice, even after lost answers. */
export async function sendRefund(
  ctx: Ctx,
  doc: Doc<typeof onlineTransaction>,
  key: string,
  asks = false,
): Promise<RefundState> {
  const line = doc.refunds.find(item => item.key === key);
  const way = await loadAdapter(ctx, doc);
  if (!line || !way) return 'FAILED';
  const { amount, reason, by, at } = line;
  const refund = { key, amount, reason: reason ?? '', by: by ?? '', at: new Date(at) };
  const order = await payOrder(doc);
  let sent = asks;
  for (let n = 0; n < TRIES; n++)
    try {
      if (sent) {
        const state = await way.adapter.queryRefund(way.contract, order, refund);
        if (state !== 'UNKNOWN') return state;
      }
      sent = true;
      return await way.adapter.refund(way.contract, order, refund);
    } catch (error) {
      if (!(error instanceof NotAnswering)) throw error;
    }
  return 'PENDING';
}

/** Creates, sends and books a refund; a pending one is queried later. */
export async function giveBack(
  ctx: Ctx,
  id: string,
  input: { reason: string; how: Way; version?: number | undefined },
  amountOf: (doc: Doc<typeof onlineTransaction>) => Promise<number>,
): Promise<Doc<typeof onlineTransaction>> {
  const { reason, how, version } = input;
  const key = `RF${randomBytes(10).toString('hex').toUpperCase()}`;
  const begun = await perform(
    ctx,
    { definition: onlineTransaction, name: 'give', id, input: { version } },
    async (_ctx, doc) => {
      const way = await loadAdapter(ctx, doc);
      if (!way || doc.provider === 'ONEPAY' || !doc.providerRef) fail('REFUND_NOT_SUPPORTED');
      const amount = await amountOf(doc);
      const at = ctx.now.toISOString();
      const line: Line = { key, amount, refundStatus: 'PENDING', how, at, by: ctx.actor.name, reason, payslipId: null };
      const refunds = [...doc.refunds, line];
      return { set: { refunds, refunded: heldBy(refunds), ...appendLog(doc, ctx.now, 'refund', String(amount)) } };
    },
  );
  await endRefund(ctx, id, key, await sendRefund(ctx, begun, key));
  return load(ctx, onlineTransaction, id);
}

import { deposit, depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';
import { cancelChanges, cancelReceipt } from '../receipt/index.ts';
import { reopenRequest } from './requests.ts';

/** Changes that cancel the receipt of a deposit. */
export async function receiptTakenBack(ctx: Ctx, doc: Doc<typeof deposit>, reason: string): Promise<Change[]> {
  const voucher = await records(receipt).get(ctx, doc.receiptId);
  if (voucher?.status !== 'NOT_CANCELED') return [];
  return cancelChanges(receipt, voucher, await cancelReceipt(ctx, voucher, doc._id), reason);
}

/** Updates the request of a deposit whose refund was reversed. */
async function heldAgain(ctx: Ctx, { requestId }: Doc<typeof deposit>, amount: number): Promise<Change[]> {
  const doc = requestId ? await records(depositRequest).get(ctx, requestId) : null;
  if (doc?.status !== 'REFUNDED' && doc?.status !== 'DEPOSITED') return [];
  const set = { status: 'DEPOSITED', refundAmount: Math.max(0, doc.refundAmount - amount) };
  return [{ definition: depositRequest, action: 'update', update: { doc, set } }];
}

type Voucher = Doc<typeof receipt> | Doc<typeof payslip>;
const depositIn = (voucher: Voucher): string | null =>
  'allocations' in voucher
    ? (voucher.allocations.find(({ kind }) => kind === 'DEPOSIT')?.depositId ?? null)
    : voucher.depositId;

/** Updates a deposit after its voucher was cancelled: the deposit is cancelled, or held again. Null if the voucher belongs to no deposit. */
export async function cancelledVoucher(
  ctx: Ctx,
  kind: string,
  voucher: Voucher,
  by: string | null,
): Promise<Change[] | null> {
  const id = depositIn(voucher);
  if (!id) return null;
  // The deposit itself is being cancelled.
  if (by === id) return [];
  const doc = await records(deposit).get(ctx, id);
  if (!doc) return [];
  const { amount } = voucher;
  const there = doc.remaining;
  if (kind === receipt.name) {
    if (doc.status !== 'DEPOSITED' || there !== doc.amount)
      fail('RECEIPT_CANCEL_DEPOSIT_USED', { needed: amount, there });
    const set = { remaining: 0, status: 'CANCELLED' };
    return [...(await reopenRequest(ctx, doc)), { definition: deposit, action: 'cancel', update: { doc, set } }];
  }
  const set = {
    remaining: there + amount,
    refundAmount: doc.refundAmount - amount,
    refunds: doc.refunds.filter(refund => refund.payslipId !== voucher._id),
    status: 'DEPOSITED',
  };
  return [...(await heldAgain(ctx, doc, amount)), { definition: deposit, action: 'reopen', update: { doc, set } }];
}

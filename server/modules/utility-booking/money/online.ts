import { type Action, suits } from '@lobby/shared/kit/definition.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail } from '../../../kit/base/errors.ts';
import { lastChange } from '../../../kit/records/acts/last-change.ts';
import type { Doc } from '../../../kit/store/records.ts';
import type { Change } from '../../../kit/store/save.ts';
import type { MethodLine } from '../../receipt/index.ts';
import { moneyActs } from './acts.ts';
import type { Payment, Refund } from './books.ts';
import { costOf, type Part, paidOf, refundedOf } from './money.ts';

const PAYS = {
  FEE: 'pay-manual-fee',
  SURCHARGE: 'pay-manual-surcharge',
  DEPOSIT: 'pay-manual-deposit',
} as const satisfies Record<Part, string>;

/** Amount of a part that can be paid now; 0 if it is paid, or payments are no longer possible. */
export function payable(doc: Doc<typeof utilityBooking>, part: Part): number {
  const action: Action = utilityBooking.actions[PAYS[part]];
  const open = action.from.includes(doc.status) && suits(action, doc);
  return open && paidOf(doc, part) === 0 && refundedOf(doc, part) === 0 ? costOf(doc, part) : 0;
}

const GIVES = {
  FEE: 'refund-fee',
  SURCHARGE: 'refund-surcharge',
  DEPOSIT: 'refund-deposits',
} as const satisfies Record<Part, string>;

/** Destination of a refund: the fund of the gateway's method, and the method itself if it pays out later. */
interface Back {
  amount?: number | undefined;
  reason: string;
  fundId: string;
  methodId: string | null;
}

/** Refunds a part through its gateway: the amount due, or another one with a reason; once. */
export async function refundPart(ctx: Ctx, doc: Doc<typeof utilityBooking>, part: Part, { amount, ...back }: Back) {
  const action: Action = utilityBooking.actions[GIVES[part]];
  if (refundedOf(doc, part) > 0) fail('REFUND_ALREADY');
  if (!action.from.includes(doc.status)) fail('REFUND_NOT_ALLOWED', await lastChange(utilityBooking, doc, true));
  const input: Refund = { to: 'TRANSFER', ...back, ...(amount !== undefined && { amount }) };
  const { set = {}, with: changes = [], also } = await moneyActs[GIVES[part]](ctx, doc, input);
  const last = set.refunds?.at(-1);
  const change: Change = {
    definition: utilityBooking,
    action: GIVES[part],
    update: { doc, set },
    ...(also && { also }),
  };
  return { amount: last?.amount ?? 0, payslipId: last?.payslipId ?? null, changes: [change, ...changes] };
}

/** Posts an online payment of a part, with its voucher; null if it can no longer be paid. */
export async function payPart(
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  part: Part,
  line: MethodLine,
): Promise<Change[] | null> {
  if (payable(doc, part) !== line.amount) return null;
  const input: Payment = { method: 'ONLINE', fundId: line.fundId, amount: line.amount, line };
  const effect = await moneyActs[PAYS[part]](ctx, doc, input);
  const { set = {}, with: changes = [], also } = effect;
  return [{ definition: utilityBooking, action: PAYS[part], update: { doc, set }, ...(also && { also }) }, ...changes];
}

import type { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import type { bill } from '@lobby/shared/modules/bill.ts';
import type { EntryKind } from '@lobby/shared/modules/ledger.ts';
import type { Doc } from '../../kit/store/records.ts';
import { type Line, moneyLine } from '../ledger/index.ts';
import { allocationsOf, paidLines } from '../receipt/index.ts';

/** Line of a balance: account, or advance of a service. */
const has = (serviceId: string | null, side: 'debit' | 'credit', amount: number): Line =>
  serviceId ? { account: 'ADVANCE', serviceId, [side]: amount } : { account: 'UNIT_ACCOUNT', [side]: amount };

/** Lines of a movement; `bills` are those it pays. */
export function linesOf(doc: Doc<typeof accountMovement>, bills: readonly Doc<typeof bill>[]): Line[] {
  const amount = doc.amount;
  const out = has(doc.fromServiceId, 'debit', amount);
  switch (doc.type) {
    case 'DEDUCTION':
      return [out, ...paidLines(bills, allocationsOf(doc))];
    case 'TRANSFER':
      return [out, has(doc.toServiceId, 'credit', amount)];
    case 'REFUND':
      return [out, moneyLine(doc.fundId, 'credit', amount, 'CASH')];
    default:
      return [
        { account: 'OPENING_BALANCE', debit: amount },
        { ...has(doc.toServiceId, 'credit', amount), bucket: 'OPENING' },
      ];
  }
}

/** Kinds of entries for a movement and its cancellation. */
export function entriesOf({ type, toServiceId }: Doc<typeof accountMovement>): {
  made: EntryKind;
  cancelled: EntryKind;
} {
  switch (type) {
    case 'DEDUCTION':
      return { made: 'RECEIPT', cancelled: 'RECEIPT_CANCEL' };
    case 'TRANSFER':
      return { made: 'ADVANCE_TRANSFER', cancelled: 'TRANSFER_CANCEL' };
    case 'REFUND':
      return { made: 'PAYSLIP', cancelled: 'PAYSLIP_CANCEL' };
    default:
      return { made: toServiceId ? 'OPENING_ADVANCE' : 'OPENING_ACCOUNT', cancelled: 'OPENING_CANCEL' };
  }
}

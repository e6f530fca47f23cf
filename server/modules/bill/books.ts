import { withoutPercent } from '@lobby/shared/billing/amounts.ts';
import type { EntryKind } from '@lobby/shared/modules/ledger.ts';
import type { Stored } from '../../kit/store/schema.ts';
import type { Line } from '../ledger/index.ts';

type Parts = { net: number; vat: number; surcharge: number };

/** What the unit owes, and what of it is earned, given off, and owed on as taxes. */
export function billLines(doc: Record<string, unknown>): Line[] {
  const of = { serviceId: String(doc.serviceId), billId: String(doc._id) };
  const total = Number(doc.total);
  if (doc.createdFor === 'INTEREST')
    return [
      { account: 'RECEIVABLE', ...of, part: 'INTEREST', debit: total },
      { account: 'INTEREST_INCOME', ...of, credit: total },
    ];
  const net = Number(doc.net);
  const discount = discountOf(doc);
  return [
    { account: 'RECEIVABLE', ...of, part: 'PRINCIPAL', debit: total },
    { account: 'DISCOUNT', ...of, debit: discount },
    { account: 'REVENUE', ...of, credit: net + discount },
    { account: 'VAT_PAYABLE', ...of, credit: Number(doc.vat) },
    { account: 'SURCHARGE_TAX_PAYABLE', ...of, credit: Number(doc.surcharge) },
  ];
}

/** What the discount takes off the revenue: without VAT, where the price includes it. */
function discountOf(doc: Record<string, unknown>): number {
  const discount = Number(doc.discount ?? 0);
  if (discount === 0 || !doc.vatIncluded) return discount;
  const before = Number(doc.net) + Number(doc.vat) + discount;
  return withoutPercent(before, Number(doc.vatRate ?? 0)) - Number(doc.net);
}

/** By which kind of entry a bill came onto the books, and by which it leaves them. */
export function kindsOf(doc: Record<string, unknown>): { made: EntryKind; cancelled: EntryKind } {
  if (doc.type === 'ADJUST_UP') return { made: 'ADJUST_UP', cancelled: 'ADJUST_CANCEL' };
  if (doc.type === 'ADJUST_DOWN') return { made: 'ADJUST_DOWN', cancelled: 'ADJUST_CANCEL' };
  return doc.createdFor === 'INTEREST'
    ? { made: 'INTEREST_POST', cancelled: 'INTEREST_CANCEL' }
    : { made: 'BILL_RELEASE', cancelled: 'BILL_CANCEL' };
}

/** An amount divided as the parts of a bill are: what rounding leaves is revenue. */
export function partsOf(original: Stored, amount: number): Parts {
  const total = Number(original.total);
  const part = (name: 'vat' | 'surcharge') =>
    total === 0
      ? 0
      : Number((BigInt(amount) * BigInt(Number(original[name])) * 2n + BigInt(total)) / (BigInt(total) * 2n));
  const [vat, surcharge] = [part('vat'), part('surcharge')];
  return { net: amount - vat - surcharge, vat, surcharge };
}

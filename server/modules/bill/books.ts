import { withoutPercent } from '@lobby/shared/billing/amounts.ts';
import type { EntryKind } from '@lobby/shared/modules/ledger.ts';
import type { Stored } from '../../kit/store/schema.ts';
import type { Line } from '../ledger/index.ts';

type Parts = { net: number; vat: number; surcharge: number };

/** What the unit owes, and what of it is earned, given off, and owed on as taxes. */
export function billLines(doc: Record<string, unknown>): Line[] {
  // What adjusts a bill changes what is owed of that one.
  const billId = doc.type === 'NORMAL' ? doc._id : (doc.originalId ?? doc._id);
  const of = { serviceId: String(doc.serviceId), billId: String(billId) };
  const total = Number(doc.total);
  if (doc.createdFor === 'INTEREST')
    return [
      { account: 'RECEIVABLE', ...of, part: 'INTEREST', debit: total },
      { account: 'INTEREST_INCOME', ...of, credit: total },
    ];
  // What was owed before is no revenue of now.
  if (doc.createdFor === 'DEBT')
    return [
      { account: 'RECEIVABLE', ...of, part: 'PRINCIPAL', debit: total },
      { account: 'OPENING_BALANCE', ...of, credit: total },
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
  if (doc.createdFor === 'DEBT') return { made: 'BILL_DEBT', cancelled: 'BILL_CANCEL' };
  return doc.createdFor === 'INTEREST'
    ? { made: 'INTEREST_POST', cancelled: 'INTEREST_CANCEL' }
    : { made: 'BILL_RELEASE', cancelled: 'BILL_CANCEL' };
}

/** Halves go up. */
const halfUp = (n: bigint, d: bigint): number => Number((2n * n + d) / (2n * d));
/** A rate in hundredths of a percent. */
const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** An amount with taxes divided by the rates of a bill: what rounding leaves is VAT. The whole of it is divided as the bill is. */
export function partsOf(original: Stored, amount: number): Parts {
  const [net, vat, surcharge] = [Number(original.net), Number(original.vat), Number(original.surcharge)];
  if (amount === Number(original.total)) return { net, vat, surcharge };
  const rate = vat > 0 ? hundredths(Number(original.vatRate ?? 0)) : 0n;
  const more = net > 0 ? hundredths(Math.round((surcharge * 10_000) / net) / 100) : 0n;
  const own = halfUp(BigInt(amount) * 10_000n, 10_000n + rate + more);
  const extra = halfUp(BigInt(own) * more, 10_000n);
  return rate === 0n
    ? { net: amount - extra, vat: 0, surcharge: extra }
    : { net: own, vat: amount - own - extra, surcharge: extra };
}

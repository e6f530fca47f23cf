import { withoutPercent } from '@lobby/shared/billing/amounts.ts';
import type { EntryKind } from '@lobby/shared/modules/ledger.ts';
import type { Line } from '../../ledger/index.ts';
import type { BillDoc, BillValues } from '../types.ts';

type Parts = { net: number; vat: number; surcharge: number };

/** Journal lines of a bill: receivable against revenue, discount and taxes. */
export function billLines(doc: BillValues & { _id?: string }): Line[] {
  // An adjustment changes the receivable of its original bill.
  const billId = doc.type === 'NORMAL' ? doc._id : (doc.originalId ?? doc._id);
  const of = { serviceId: doc.serviceId, billId };
  // Amounts are absolute: a downward adjustment swaps debit and credit instead.
  const total = Math.abs(doc.originalTotal ?? 0);
  if (doc.createdFor === 'INTEREST')
    return [
      { account: 'RECEIVABLE', ...of, part: 'INTEREST', debit: total },
      { account: 'INTEREST_INCOME', ...of, credit: total },
    ];
  // Opening debt is not revenue: it is posted against the opening balance.
  if (doc.createdFor === 'DEBT')
    return [
      { account: 'RECEIVABLE', ...of, part: 'PRINCIPAL', debit: total },
      { account: 'OPENING_BALANCE', ...of, credit: total },
    ];
  const net = Math.abs(doc.net ?? 0);
  const discount = discountOf(doc);
  return [
    { account: 'RECEIVABLE', ...of, part: 'PRINCIPAL', debit: total },
    { account: 'DISCOUNT', ...of, debit: discount },
    { account: 'REVENUE', ...of, credit: net + discount },
    { account: 'VAT_PAYABLE', ...of, credit: Math.abs(doc.vat ?? 0) },
    { account: 'SURCHARGE_TAX_PAYABLE', ...of, credit: Math.abs(doc.surcharge ?? 0) },
  ];
}

/** Discount on revenue; VAT is taken out if the price includes it. */
function discountOf({ discount, vatIncluded, vatRate, net, vat }: BillValues): number {
  if (!discount || !vatIncluded) return discount ?? 0;
  const before = (net ?? 0) + (vat ?? 0) + discount;
  return withoutPercent(before, vatRate ?? 0) - (net ?? 0);
}

/** Entry kinds by which a bill is posted and reversed. */
export function kindsOf(doc: Pick<BillValues, 'type' | 'createdFor'>): { made: EntryKind; cancelled: EntryKind } {
  if (doc.type === 'ADJUST_UP') return { made: 'ADJUST_UP', cancelled: 'ADJUST_CANCEL' };
  if (doc.type === 'ADJUST_DOWN') return { made: 'ADJUST_DOWN', cancelled: 'ADJUST_CANCEL' };
  if (doc.createdFor === 'DEBT') return { made: 'BILL_DEBT', cancelled: 'BILL_CANCEL' };
  return doc.createdFor === 'INTEREST'
    ? { made: 'INTEREST_POST', cancelled: 'INTEREST_CANCEL' }
    : { made: 'BILL_RELEASE', cancelled: 'BILL_CANCEL' };
}

/** Divides and rounds half up. */
const halfUp = (n: bigint, d: bigint): number => Number((2n * n + d) / (2n * d));
const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100));

/** Splits a gross amount by the tax rates of a bill; the rounding remainder goes to VAT. The bill's full total is split as the bill itself is. */
export function partsOf(
  {
    net,
    vat,
    surcharge,
    originalTotal: total,
    vatRate,
  }: Pick<BillDoc, 'net' | 'vat' | 'surcharge' | 'originalTotal' | 'vatRate'>,
  amount: number,
): Parts {
  if (amount === total) return { net, vat, surcharge };
  const rate = vat > 0 ? hundredths(vatRate ?? 0) : 0n;
  const more = net > 0 ? hundredths(Math.round((surcharge * 10_000) / net) / 100) : 0n;
  const netPart = halfUp(BigInt(amount) * 10_000n, 10_000n + rate + more);
  const extra = halfUp(BigInt(netPart) * more, 10_000n);
  return rate === 0n
    ? { net: amount - extra, vat: 0, surcharge: extra }
    : { net: netPart, vat: amount - netPart - extra, surcharge: extra };
}

import type { Stored } from '../../kit/store/schema.ts';
import type { Line } from '../ledger/index.ts';

/** What a released bill is on the books: the unit owes, the service earns, the taxes are owed on. */
export function billLines(doc: Record<string, unknown>): Line[] {
  const serviceId = String(doc.serviceId);
  if (doc.createdFor === 'INTEREST')
    return [
      { account: 'RECEIVABLE', serviceId, debit: Number(doc.total) },
      { account: 'INTEREST', serviceId, credit: Number(doc.total) },
    ];
  return [
    { account: 'RECEIVABLE', serviceId, debit: Number(doc.total) },
    { account: 'REVENUE', serviceId, credit: Number(doc.net) },
    { account: 'VAT', serviceId, credit: Number(doc.vat) },
    { account: 'SURCHARGE', serviceId, credit: Number(doc.surcharge) },
  ];
}

/** An amount divided as the parts of a bill are: what rounding leaves is revenue. */
export function partsOf(original: Stored, amount: number): { net: number; vat: number; surcharge: number } {
  const total = Number(original.total);
  const part = (name: 'vat' | 'surcharge') =>
    total === 0
      ? 0
      : Number((BigInt(amount) * BigInt(Number(original[name])) * 2n + BigInt(total)) / (BigInt(total) * 2n));
  const [vat, surcharge] = [part('vat'), part('surcharge')];
  return { net: amount - vat - surcharge, vat, surcharge };
}

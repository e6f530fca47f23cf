import { type InvoiceLine, percentIn } from './invoice-line.ts';

/** Parts of a line needed for totals. */
export type SummedLine = Pick<InvoiceLine, 'nature' | 'amount' | 'taxRate' | 'vat' | 'surchargeAmount'>;
export interface VatLine {
  rate: string;
  amount: number;
  vat: number;
}
export interface InvoiceSums {
  subTotal: number;
  vatLines: VatLine[];
  vatAmount: number;
  surchargeTotal: number;
  discountTotal: number;
  total: number;
}

/** Sign of a line: discounts are subtracted; gifts and notes do not count. */
const signOf = ({ nature }: Pick<SummedLine, 'nature'>): number =>
  nature === 'GOODS' ? 1 : nature === 'DISCOUNT' ? -1 : 0;
const halfUp = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** Tax of an amount by rate, rounded half up. */
export const vatOf = (rate: string, amount: number): number => halfUp((amount * (percentIn(rate) ?? 0)) / 100);

/** Totals of an invoice. `byRate` calculates tax on the sum per rate, as for invoices written by hand. */
export function sumsOf(lines: readonly SummedLine[], byRate: boolean): InvoiceSums {
  const counted = lines.filter(line => signOf(line) !== 0);
  const sum = (of: readonly SummedLine[], value: (line: SummedLine) => number) =>
    of.reduce((total, line) => total + value(line), 0);
  const vatLines = [...Map.groupBy(counted, ({ taxRate }) => taxRate)].map(([rate, ofRate]): VatLine => {
    const amount = sum(ofRate, line => signOf(line) * line.amount);
    return { rate, amount, vat: byRate ? vatOf(rate, amount) : sum(ofRate, line => signOf(line) * line.vat) };
  });
  const subTotal = vatLines.reduce((total, { amount }) => total + amount, 0);
  const vatAmount = vatLines.reduce((total, { vat }) => total + vat, 0);
  const surchargeTotal = sum(lines, line => line.surchargeAmount);
  return {
    subTotal,
    vatLines,
    vatAmount,
    surchargeTotal,
    total: subTotal + vatAmount + surchargeTotal,
    discountTotal: sum(
      counted.filter(({ nature }) => nature === 'DISCOUNT'),
      line => line.amount,
    ),
  };
}

/** Surcharges of the lines by name, as on paper and in the file. */
export const surchargesOf = (
  lines: readonly Pick<InvoiceLine, 'name' | 'surchargeName' | 'surchargeAmount'>[],
): { name: string; amount: number }[] =>
  [
    ...Map.groupBy(
      lines.filter(({ surchargeAmount }) => surchargeAmount > 0),
      ({ name, surchargeName }) => surchargeName ?? name,
    ),
  ].map(([name, ofName]) => ({ name, amount: ofName.reduce((sum, line) => sum + line.surchargeAmount, 0) }));

/** Index of the first line whose tax deviates from its rate by more than the tolerance; -1 for none. */
export const outOfTolerance = (lines: readonly SummedLine[], tolerance: number): number =>
  lines.findIndex(line => signOf(line) !== 0 && Math.abs(line.vat - vatOf(line.taxRate, line.amount)) > tolerance);

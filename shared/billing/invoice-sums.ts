import { type InvoiceLine, percentIn } from './invoice-line.ts';

/** What a line says of its amounts. */
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

/** What a line counts: a discount is taken off, a present and a note count nothing. */
const signOf = ({ nature }: Pick<SummedLine, 'nature'>): number =>
  nature === 'GOODS' ? 1 : nature === 'DISCOUNT' ? -1 : 0;
const halfUp = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** The tax of an amount by its rate, rounded half up. */
export const vatOf = (rate: string, amount: number): number => halfUp((amount * (percentIn(rate) ?? 0)) / 100);

/** The totals of an invoice; `byRate`: the tax is that of the sum of each rate, as of one that is written by hand. */
export function sumsOf(lines: readonly SummedLine[], byRate: boolean): InvoiceSums {
  const counted = lines.filter(line => signOf(line) !== 0);
  const sum = (of: readonly SummedLine[], value: (line: SummedLine) => number) =>
    of.reduce((total, line) => total + value(line), 0);
  const vatLines = [...Map.groupBy(counted, ({ taxRate }) => taxRate)].map(([rate, own]): VatLine => {
    const amount = sum(own, line => signOf(line) * line.amount);
    return { rate, amount, vat: byRate ? vatOf(rate, amount) : sum(own, line => signOf(line) * line.vat) };
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

/** What is charged beside the lines, by the name that it has: the paper says what the file says. */
export const surchargesOf = (
  lines: readonly Pick<InvoiceLine, 'name' | 'surchargeName' | 'surchargeAmount'>[],
): { name: string; amount: number }[] =>
  [
    ...Map.groupBy(
      lines.filter(({ surchargeAmount }) => surchargeAmount > 0),
      ({ name, surchargeName }) => surchargeName ?? name,
    ),
  ].map(([name, own]) => ({ name, amount: own.reduce((sum, one) => sum + one.surchargeAmount, 0) }));

/** The first line of which the tax is further from its rate than is let pass; -1: none. */
export const outOfTolerance = (lines: readonly SummedLine[], tolerance: number): number =>
  lines.findIndex(line => signOf(line) !== 0 && Math.abs(line.vat - vatOf(line.taxRate, line.amount)) > tolerance);

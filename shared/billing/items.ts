import type { Charge, ChargeLine } from './billing-input.ts';
import { charge } from './engine.ts';
import { monthPeriod } from './periods.ts';
import type { Version } from './version.ts';

/** Lines of a bill's price before taxes, which are stored separately. */
const isOwn = (line: ChargeLine): line is ChargeLine & { kind: Exclude<ChargeLine['kind'], 'SURCHARGE' | 'VAT'> } =>
  line.kind !== 'SURCHARGE' && line.kind !== 'VAT';

/** A calculation as a bill stores it. */
export const figuresOf = (sums: Charge) => ({
  items: sums.lines
    .filter(isOwn)
    .map(({ kind, key, quantity, unitPrice, percent, days, ofDays, amount, versionId }) => ({
      kind,
      key,
      quantity,
      price: unitPrice,
      percent,
      days,
      ofDays,
      amount,
      versionId: versionId || null,
    })),
  allowance: sums.allowance,
  gross: sums.gross,
  discount: sums.discount,
  net: sums.net,
  surcharge: sums.surchargeTax,
  vat: sums.vat,
  total: sums.total,
  notes: sums.notes.join(' ') || null,
});

/** Adds several calculations of one bill. */
export function added(charges: readonly Charge[]): Charge {
  const sum = (name: 'gross' | 'discount' | 'net' | 'surchargeTax' | 'vat' | 'total' | 'allowance') =>
    charges.reduce((all, each) => all + each[name], 0);
  return {
    lines: charges.flatMap(({ lines }) => lines),
    gross: sum('gross'),
    discount: sum('discount'),
    net: sum('net'),
    surchargeTax: sum('surchargeTax'),
    vat: sum('vat'),
    total: sum('total'),
    allowance: sum('allowance'),
    versions: charges[0]?.versions ?? [],
    notes: [...new Set(charges.flatMap(({ notes }) => notes))],
  };
}

/** Totals over a range of quantities, for the chart of a formula. */
export function curve(version: Version, most: number, steps = 40): { quantity: number; total: number }[] {
  const period = { type: 'ONE_MONTH' as const, ...monthPeriod('2026-01') };
  const versions = [{ ...version, effectiveFrom: '2000-01-01' }];
  return Array.from({ length: steps + 1 }, (_, n) => {
    const quantity = Math.round((most * n * 1000) / steps) / 1000;
    return { quantity, total: charge({ versions, source: 'NUMBER', quantity, period }).total };
  });
}

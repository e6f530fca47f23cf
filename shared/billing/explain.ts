import type { Bill } from '../modules/bill.ts';

/** Words of `bill.json` by key, and formats for numbers and money in the reader's language. */
export interface BillSpeech {
  t: (key: string, params?: Record<string, unknown>) => string;
  number: (value: number) => string;
  money: (amount: number) => string;
}

export type BillItem = Pick<
  Bill['items'][number],
  'kind' | 'key' | 'quantity' | 'price' | 'percent' | 'days' | 'ofDays' | 'amount'
>;

/** How documents show prices: net, with VAT, or not at all (tariff versions). */
export type PriceDisplay = 'NET' | 'GROSS' | 'HIDDEN';

/** A price with VAT in whole dong, rounded half up; `vatRate` in percent with at most two decimals. */
export const grossPrice = (price: number, vatRate: number): number =>
  Math.floor((price * (10_000 + Math.round(vatRate * 100)) + 5000) / 10_000);

/** Result of a calculation: lines and taxes in whole dong. */
export interface Counted {
  items: readonly Partial<BillItem>[];
  surcharge?: number | null;
  vat?: number | null;
  total?: number | null;
  display?: PriceDisplay;
  /** VAT rate added to prices shown with VAT; null if they include it already. */
  vatRate?: number | null;
}

/** A line that explains a bill. */
export interface BillLine {
  key: string;
  what: string;
  amount: number;
}

/** Describes how an item's amount was calculated: `50 kWh × 1.984 ₫`, with days for a part of the period (card engine, rule 19). */
function itemSaid(item: Partial<BillItem>, unit: string, bill: Counted, { t, number, money }: BillSpeech): string {
  const { kind, key, quantity, percent, days, ofDays } = item;
  const { display = 'NET', vatRate } = bill;
  const share = ofDays ? ` × ${t('how.share', { days, ofDays })}` : '';
  const gross = display === 'GROSS' && kind !== 'INTEREST';
  const price = gross && vatRate ? grossPrice(item.price ?? 0, vatRate) : item.price;
  const withVat = gross ? ` (${t('how.gross')})` : '';
  if (kind === 'VEHICLE')
    return display === 'HIDDEN' ? `${key}${share}` : `${key} · ${money(price ?? 0)}${withVat}${share}`;
  if (kind === 'INTEREST')
    return t('how.interest', { base: money(price ?? 0), rate: number(quantity ?? 0), days: days ?? 0 });
  if (kind !== 'TIER' && kind !== 'UNIT' && kind !== 'PERCENT') return `${t(`options.kind.${kind ?? 'TIER'}`)}${share}`;
  const words = display === 'HIDDEN' ? 'how.counted' : 'how.line';
  const counted = t(words, { quantity: number(quantity ?? 0), unit, price: money(price ?? 0) });
  return counted.replace(/ +/g, ' ').trim() + withVat + (percent ? ` × ${number(percent)} %` : '') + share;
}

/** VAT within the prices of a bill, whose lines add up to the total without it; 0 if it is a line of its own. */
export function includedVat({ items, surcharge, vat, total }: Counted): number {
  const priced = items.reduce((sum, { amount }) => sum + (amount ?? 0), surcharge ?? 0);
  return vat && priced === total ? vat : 0;
}

/** Explains a bill's total line by line; the amounts add up to it. `unit` is the unit of its quantity. */
export function billLines(bill: Counted, unit: string, speech: BillSpeech): BillLine[] {
  const taxes = includedVat(bill) === 0 ? (['surcharge', 'vat'] as const) : (['surcharge'] as const);
  return [
    ...bill.items.map((item, n) => ({
      key: `${n}`,
      what: itemSaid(item, unit, bill, speech),
      amount: item.amount ?? 0,
    })),
    ...taxes.flatMap(name => (bill[name] ? [{ key: name, what: speech.t(`fields.${name}`), amount: bill[name] }] : [])),
  ];
}

/** Describes what a bill is based on: period, meter readings, allowance. */
export function billFacts(
  bill: Pick<Bill, 'periodStart' | 'periodEnd' | 'readings' | 'oldIndex' | 'newIndex' | 'allowance'>,
  unit: string,
  { t, number }: BillSpeech,
  day: (day: string) => string,
): string[] {
  const { periodStart, periodEnd, readings = [], oldIndex, newIndex, allowance } = bill;
  const read = (from?: number | null, to?: number | null) =>
    t('how.readings', { from: number(from ?? 0), to: number(to ?? 0) });
  return [
    ...(periodStart && periodEnd ? [t('how.period', { from: day(periodStart), to: day(periodEnd) })] : []),
    ...readings.map(({ meter, oldIndex: from, newIndex: to, coefficient }) => {
      const times = typeof coefficient === 'number' && coefficient !== 1 ? ` × ${number(coefficient)}` : '';
      return `${meter} · ${read(from, to)}${times}`;
    }),
    ...(readings.length === 0 && typeof newIndex === 'number' ? [read(oldIndex, newIndex)] : []),
    ...(allowance ? [t('how.allowance', { quantity: number(allowance), unit }).replace(/ +/g, ' ')] : []),
  ];
}

import type { Bill } from '@lobby/shared/modules/bill.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';

/** One line of a bill, as one would say it. */
export interface BillLine {
  key: string;
  what: string;
  amount: number;
}

export type BillItem = Pick<
  Bill['items'][number],
  'kind' | 'key' | 'quantity' | 'price' | 'percent' | 'days' | 'ofDays' | 'amount'
>;
interface Counted {
  items: readonly Partial<BillItem>[];
  surcharge: number | null;
  vat: number | null;
}

/** Says how a bill came to its total, line by line. */
export function useBillLines(): (own: Counted, unit: string) => BillLine[] {
  const { t } = useTranslation('bill');
  const { number, money } = useFormats();
  function said({ kind, key, quantity, price, percent, days, ofDays }: Partial<BillItem>, unit: string): string {
    const share = ofDays ? ` × ${t('how.share', { days, ofDays })}` : '';
    if (kind === 'VEHICLE') return `${key} · ${money(price ?? 0)}${share}`;
    if (kind === 'INTEREST')
      return t('how.interest', { base: money(price ?? 0), rate: number(quantity ?? 0), days: days ?? 0 });
    if (kind !== 'TIER' && kind !== 'UNIT' && kind !== 'PERCENT')
      return `${t(`options.kind.${kind ?? 'TIER'}`)}${share}`;
    const counted = t('how.line', { quantity: number(quantity ?? 0), unit, price: money(price ?? 0) });
    return counted.replace(/ +/g, ' ') + (percent ? ` × ${number(percent)} %` : '') + share;
  }
  return (own, unit) => [
    ...own.items.map((item, n) => ({ key: `${n}`, what: said(item, unit), amount: item.amount ?? 0 })),
    ...(['surcharge', 'vat'] as const).flatMap(name =>
      own[name] ? [{ key: name, what: t(`fields.${name}`), amount: own[name] }] : [],
    ),
  ];
}

import {
  type BillLine,
  type BillSpeech,
  billFacts,
  billLines,
  type Counted,
  grossPrice,
} from '@lobby/shared/billing/explain.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import { tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { text, type WordingScope } from '../../kit/base/messages.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { BillDoc } from './types.ts';

/** A bill is said in the words of the place; numbers as `written` writes them, that of the words where nothing is said. */
export function billSpeech(scope: WordingScope, written: Language = scope.language): BillSpeech {
  const number = (value: number) => sayValue('', value, written);
  return {
    number,
    money: amount => `${number(amount)}\u00a0₫`,
    t: (key, params) => text(scope, `bill.${key}`, params),
  };
}

const dayOf = (day: string) => day.split('-').toReversed().join('/');

/** What was counted, and how it came to its total: sentences, and lines whose amounts add up. */
export interface BillSaid {
  facts: string[];
  lines: BillLine[];
  /** What one of it costs, where that is one price and is shown. */
  unitPrice: number | null;
}

const COUNTED: readonly unknown[] = ['TIER', 'UNIT', 'PERCENT'];

/** Says bills as their tariffs show prices. `unitName` is what a bill's quantity is counted in. */
export async function billSayer(
  projectId: string,
  bills: readonly BillDoc[],
  speech: BillSpeech,
): Promise<(bill: BillDoc, unitName: string) => BillSaid> {
  const versions = await loadRefs(
    projectId,
    tariffVersion,
    bills.flatMap(({ items = [] }) => items.flatMap(({ versionId }) => versionId ?? [])),
  );
  const shownAs = ({ items = [] }: BillDoc): Pick<Counted, 'display' | 'vatRate'> => {
    const last = items.findLast(({ versionId }) => versionId)?.versionId;
    const version = last ? versions.get(last) : undefined;
    if (!version) return {};
    const vatRate = version.vatIncluded || version.vatKind !== 'RATE' ? null : version.vat;
    return { display: version.priceDisplay ?? 'NET', vatRate };
  };
  return (bill, unitName) => {
    const { items = [], surcharge, vat } = bill;
    const shown = shownAs(bill);
    const counted = items.filter(({ kind }) => COUNTED.includes(kind));
    const price = counted.length === 1 && shown.display !== 'HIDDEN' ? (counted[0]?.price ?? null) : null;
    return {
      facts: billFacts(bill, unitName, speech, dayOf),
      lines: billLines({ items, surcharge, vat, ...shown }, unitName, speech),
      unitPrice:
        price !== null && shown.display === 'GROSS' && shown.vatRate ? grossPrice(price, shown.vatRate) : price,
    };
  };
}

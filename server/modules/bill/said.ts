import {
  type BillLine,
  type BillSpeech,
  billFacts,
  billLines,
  type Counted,
  grossPrice,
  type PriceDisplay,
} from '@lobby/shared/billing/explain.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import { sayValue } from '@lobby/shared/kit/nouns.ts';
import type { Bill } from '@lobby/shared/modules/bill.ts';
import { type TariffVersionDoc, tariffVersion } from '@lobby/shared/modules/tariff-version.ts';
import { text, type WordingScope } from '../../kit/base/messages.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';

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
  bills: readonly (Stored & Bill)[],
  speech: BillSpeech,
): Promise<(own: Stored & Bill, unitName: string) => BillSaid> {
  const versions = await loadRefs(
    projectId,
    tariffVersion,
    bills.flatMap(({ items = [] }) => items.flatMap(({ versionId }) => versionId ?? [])),
  );
  const shownAs = ({ items = [] }: Bill): Pick<Counted, 'display' | 'vatRate'> => {
    const last = items.findLast(({ versionId }) => versionId)?.versionId;
    const version = last ? (versions.get(last) as (Stored & TariffVersionDoc) | undefined) : undefined;
    if (!version) return {};
    const vatRate = version.vatIncluded || version.vatKind !== 'RATE' ? null : version.vat;
    return { display: (version.priceDisplay ?? 'NET') as PriceDisplay, vatRate };
  };
  return (own, unitName) => {
    const { items = [], surcharge, vat } = own;
    const shown = shownAs(own);
    const counted = items.filter(({ kind }) => COUNTED.includes(kind));
    const price = counted.length === 1 && shown.display !== 'HIDDEN' ? (counted[0]?.price ?? null) : null;
    return {
      facts: billFacts(own, unitName, speech, dayOf),
      lines: billLines({ items, surcharge, vat, ...shown }, unitName, speech),
      unitPrice:
        price !== null && shown.display === 'GROSS' && shown.vatRate ? grossPrice(price, shown.vatRate) : price,
    };
  };
}

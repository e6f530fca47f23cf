import { type BillLine, type BillSpeech, billLines, type Counted } from '@lobby/shared/billing/explain.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';

/** Translations and formats for describing a bill. */
export function useBillSpeech(): BillSpeech {
  const { t } = useTranslation('bill');
  const { number, money } = useFormats();
  return { t: (key, params = {}) => t(key, params), number, money };
}

/** Returns a function that describes the calculation of a bill line by line. */
export function useBillLines(): (own: Counted, unit: string) => BillLine[] {
  const speech = useBillSpeech();
  return (row, unit) => billLines(row, unit, speech);
}

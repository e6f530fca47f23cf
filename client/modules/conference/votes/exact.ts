import { exactText } from '@lobby/shared/modules/conference-math.ts';
import { useLanguage } from '../../../kit/i18n/i18n.ts';

/** Formats votes and shares to the hundredth, as in all conference screens and papers. */
export function useExact(): (value: number) => string {
  const { language } = useLanguage();
  return value => exactText(value, language);
}

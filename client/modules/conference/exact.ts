import { exactText } from '@lobby/shared/modules/conference-math.ts';
import { useLanguage } from '../../kit/i18n/i18n.ts';

/** Writes votes and shares to the hundredth, as every screen and paper of a meeting does. */
export function useExact(): (value: number) => string {
  const { language } = useLanguage();
  return value => exactText(value, language);
}

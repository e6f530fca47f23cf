import type { guidePage } from '@lobby/shared/guide.contract.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useContract } from '../../live/useContract.ts';

export type GuidePage = AnswerOf<typeof guidePage>;

/** A page of the guide in the reader's language. */
export function useGuidePage(key: string) {
  const { language } = useLanguage();
  return useContract<typeof guidePage>('/guide/:page', {
    params: { page: key },
    query: { lang: language },
  });
}

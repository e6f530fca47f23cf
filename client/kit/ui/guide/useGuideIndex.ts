import type { guideIndex } from '@lobby/shared/guide.contract.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useContract } from '../../live/useContract.ts';

/** A page of the guide in its table of contents and search. */
export type GuideEntry = AnswerOf<typeof guideIndex>[number];

/** Table of contents of the guide in the reader's language, loaded on demand. */
export function useGuideIndex(needed = true) {
  const { language } = useLanguage();
  return useContract<typeof guideIndex>('/guide/index', needed && { query: { lang: language } });
}

import { useLanguage } from '../i18n/i18n.ts';
import { useQuery } from '../live/useQuery.ts';

/** A page of the guide in its table of contents and search. */
export interface GuideEntry {
  key: string;
  title: string;
  group: string;
  /** Whether the reader may open its screen. */
  may: boolean;
  words: string;
}

/** Table of contents of the guide in the reader's language, loaded on demand. */
export function useGuideIndex(asked = true) {
  const { language } = useLanguage();
  return useQuery<readonly GuideEntry[]>(asked ? '/guide/index' : null, { query: { lang: language } });
}

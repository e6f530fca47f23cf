import { useLanguage } from '../i18n/i18n.ts';
import { useQuery } from '../live/useQuery.ts';
import type { GuideEntry } from './useGuideIndex.ts';

export interface GuidePage extends Omit<GuideEntry, 'words'> {
  screen: string | null;
  purpose: string;
  steps: readonly string[];
  statuses: readonly { noun: string; name: string; acts: readonly { name: string; to: string }[] }[];
  rights: readonly string[];
  /** `said` is the message, if it has no placeholders. */
  refusals: readonly { code: string; said: string | null; why: string | null }[];
  news: readonly { id: string; title: string }[];
}

/** A page of the guide in the reader's language. */
export function useGuidePage(key: string) {
  const { language } = useLanguage();
  return useQuery<GuidePage>(`/guide/${encodeURIComponent(key)}`, { query: { lang: language } });
}

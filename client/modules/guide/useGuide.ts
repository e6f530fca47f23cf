import { useLanguage } from '../../kit/i18n/i18n.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import type { GuideEntry } from '../../kit/ui/useGuideIndex.ts';

export interface GuidePage extends Omit<GuideEntry, 'words'> {
  screen: string | null;
  purpose: string;
  steps: readonly string[];
  statuses: readonly { noun: string; name: string; acts: readonly { name: string; to: string }[] }[];
  rights: readonly string[];
  refusals: readonly string[];
  news: readonly { id: string; title: string }[];
}

export function useGuidePage(key: string) {
  const { language } = useLanguage();
  return useQuery<GuidePage>(`/guide/${encodeURIComponent(key)}`, { query: { lang: language } });
}

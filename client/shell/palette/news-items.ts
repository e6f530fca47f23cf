import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useQuery } from '../../kit/live/useQuery.ts';
import { type FinderItem, findItems } from '../../kit/ui/finder.ts';

const LIMIT = 100;
const MOST = 3;

/** News by title, once something is typed. */
export function useNewsItems(projectId: string, typed: string): FinderItem[] {
  const { t } = useTranslation('shell');
  const looking = typed.trim() !== '';
  const { data } = useQuery<{ entries: readonly { id: string; title: string }[] }>(looking ? '/whats-new' : null, {
    query: { limit: LIMIT },
  });
  const navigate = useNavigate();
  if (!looking) return [];
  const entries = (data?.entries ?? []).map(({ id, title }) => ({
    key: `news-${id}`,
    label: title,
    note: t('person.news'),
    icon: Sparkles,
    onTake: () => navigate(`/projects/${projectId}/whats-new#${id}`),
  }));
  return findItems(entries, typed).slice(0, MOST);
}

import type { whatsNew } from '@lobby/shared/whats-new.contract.ts';
import { Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useContract } from '../../kit/live/useContract.ts';
import { type FinderItem, findItems } from '../../kit/ui/controls/finder.ts';

const LIMIT = 100;
const MOST = 3;

/** News by title, once something is typed. */
export function useNewsItems(projectId: string, typed: string): FinderItem[] {
  const { t } = useTranslation('shell');
  const looking = typed.trim() !== '';
  const { data } = useContract<typeof whatsNew>('/whats-new', looking && { query: { limit: LIMIT } });
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

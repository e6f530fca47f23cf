import { findPages } from '@lobby/shared/guide.ts';
import { BookOpen } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { FinderItem } from '../../kit/ui/controls/finder.ts';
import { useGuideIndex } from '../../kit/ui/guide/useGuideIndex.ts';

const MOST = 20;

/** Pages of the guide for text after `?`; null for other searches. */
export function useGuideItems(projectId: string, typed: string): FinderItem[] | null {
  const text = typed.trimStart();
  const wanted = text.startsWith('?');
  const { data } = useGuideIndex(wanted);
  const navigate = useNavigate();
  if (!wanted) return null;
  return findPages(data ?? [], text.slice(1))
    .slice(0, MOST)
    .map(({ key, title, group }) => ({
      key: `guide-${key}`,
      label: title,
      note: group,
      icon: BookOpen,
      onTake: () => navigate(`/projects/${projectId}/guide/${key}`),
    }));
}

import { useAtomValue } from 'jotai';
import { useTranslation } from 'react-i18next';
import { type View, viewsAtom } from '../../kit/list/views.ts';
import { MENU, REGISTRY } from '../registry.ts';
import { listPathOf } from './places.ts';

const routes = new Set(MENU.flatMap(({ entries }) => entries.map(({ route }) => route)));

/** Path of a view; null if its list has no screen. */
function viewPath(projectId: string, { id, list, query }: View): string | null {
  const path = listPathOf(list);
  const [route = ''] = path?.split('?') ?? [];
  if (!path || !routes.has(route)) return null;
  const rest = [query, `view=${id}`].filter(Boolean).join('&');
  return `/projects/${projectId}/${path}${path.includes('?') ? '&' : '?'}${rest}`;
}

/** The reader's saved views as links. */
export function useViewLinks(projectId: string) {
  const { t } = useTranslation('modules');
  const views = useAtomValue(viewsAtom(projectId));
  return (views ?? []).flatMap(view => {
    const to = viewPath(projectId, view);
    const target = REGISTRY.find(definition => definition.name === view.list);
    if (!to || !target) return [];
    return { key: `view-${view.id}`, label: view.name, note: t(target.code), count: view.count ?? 0, to };
  });
}

import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { badgesAtom } from '../../kit/live/badges.ts';
import { openTitleAtom } from '../../kit/ui/detail/drawer/open-title.ts';
import { entriesOf, isAt, litOn, type MenuGroup } from '../../shell/menu/menu.ts';
import { showTab } from '../../theme/tab.ts';

/**
 * Title of the browser tab: open record or screen with project, preceded by the number of unread notifications: `(3)
 * YC-2611-00124 · Hoa Sen`.
 */
export function useTabTitle(projectId: string, place: string, brand: string, menu: readonly MenuGroup[]): void {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const record = useAtomValue(openTitleAtom);
  const unread = useAtomValue(badgesAtom(projectId)).NOTIFICATION ?? 0;
  const fallback = isAt(pathname, `/projects/${projectId}/notifications`) ? t('bell.none') : undefined;
  const entries = entriesOf(menu);
  const lit = litOn(pathname, entries);
  const screen = entries.find(({ to }) => to === lit)?.label ?? fallback;
  const named = record ?? screen;
  useEffect(() => {
    showTab({ words: named ? [named, place] : [place, brand], unread });
    return () => showTab({ words: [], unread: 0 });
  }, [named, place, brand, unread]);
}

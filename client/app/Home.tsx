import { useAtomValue } from 'jotai';
import { Bookmark } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { loadRecents, recentsAtom } from '../kit/recents.ts';
import { loadViews, viewsAtom } from '../kit/views.ts';
import { ErrorPage } from '../shell/ErrorPage.tsx';
import { HomeSection } from '../shell/HomeSection.tsx';
import { homeClass } from '../shell/home.ts';
import { useNamed } from '../shell/palette/found.ts';
import { useRecordLinks } from '../shell/palette/items.ts';
import { useViewLinks } from '../shell/palette/view-items.ts';
import { useMenu } from './menu.ts';

/** The start of a project: what waits, what was opened last, the saved views. */
export function Home() {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation('around');
  const menu = useMenu(idUnitGroup);
  const recent = useAtomValue(recentsAtom(idUnitGroup));
  const opened = useRecordLinks(idUnitGroup)(useNamed(idUnitGroup, recent));
  const views = useViewLinks(idUnitGroup);
  const known = useAtomValue(viewsAtom(idUnitGroup)) !== null;
  useEffect(() => {
    void loadRecents(idUnitGroup);
    void loadViews(idUnitGroup);
  }, [idUnitGroup]);
  if (menu.length === 0) return <ErrorPage inside code={403} onHome={() => location.assign('/')} />;
  const screens = menu.flatMap(group =>
    group.entries.map(entry => ({ ...entry, icon: entry.icon ?? group.icon, note: group.label })),
  );
  const waiting = screens.filter(({ count = 0 }) => count > 0);
  const others = screens.filter(({ count = 0 }) => count === 0);
  return (
    <div className={homeClass()}>
      <h1>{t('home')}</h1>
      <HomeSection title={t('waiting')} lines={waiting} empty={t('nothingWaits')} />
      <HomeSection title={t('recent')} lines={opened} empty={t('noRecent')} />
      <HomeSection
        title={t('views.title')}
        lines={views.map(one => ({ ...one, icon: Bookmark }))}
        empty={known ? t('views.none') : ''}
      />
      {others.length > 0 && <HomeSection title={t('screens')} lines={others} />}
    </div>
  );
}

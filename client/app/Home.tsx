import { useAtomValue } from 'jotai';
import { Bookmark } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { loadViews, viewsAtom } from '../kit/list/views.ts';
import { loadRecents, recentsAtom } from '../kit/session/recents.ts';
import { HomeTiles } from '../modules/dashboard/index.ts';
import { ErrorPage } from '../shell/ErrorPage.tsx';
import { HomeSection } from '../shell/HomeSection.tsx';
import { homeClass } from '../shell/home.ts';
import { useNamed } from '../shell/palette/found.ts';
import { useRecordLinks } from '../shell/palette/items.ts';
import { useViewLinks } from '../shell/palette/view-items.ts';
import { useMenu } from './menu.ts';
import { useShifts } from './useShifts.ts';
import { useWaiting } from './useWaiting.ts';

/** Marks that lead: what is the reader's own, and what is late. */
const FIRST = ['mine', 'overdue', 'toApprove'];

/** Where work begins: what waits for the reader, who works today, what was opened last, the saved views; screens stand last. */
export function Home() {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation('around');
  const menu = useMenu(idUnitGroup);
  const recent = useAtomValue(recentsAtom(idUnitGroup));
  const opened = useRecordLinks(idUnitGroup)(useNamed(idUnitGroup, recent));
  const views = useViewLinks(idUnitGroup);
  const waiting = useWaiting(idUnitGroup);
  const shifts = useShifts(idUnitGroup);
  // Read once they are known: a page that fills from the top does not jump.
  const known = useAtomValue(viewsAtom(idUnitGroup)) !== null;
  useEffect(() => {
    void loadRecents(idUnitGroup);
    void loadViews(idUnitGroup);
  }, [idUnitGroup]);
  if (menu.length === 0) return <ErrorPage inside code={403} onHome={() => location.assign('/')} />;
  const screens = menu.flatMap(group =>
    group.entries.map(entry => ({ ...entry, icon: entry.icon ?? group.icon, note: group.label })),
  );
  const first = waiting.filter(({ key }) => FIRST.some(mark => key.endsWith(` ${mark}`)));
  const rest = waiting.filter(one => !first.includes(one));
  const counted = screens.filter(({ count = 0 }) => count > 0);
  return (
    <div className={homeClass()} aria-busy={!known}>
      <h1>{t('home')}</h1>
      <HomeTiles projectId={idUnitGroup} />
      <HomeSection title={t('waiting')} lines={[...first, ...counted, ...rest]} />
      <HomeSection title={t('shifts')} lines={shifts} />
      <HomeSection title={t('recent')} lines={opened} />
      <HomeSection title={t('views.title')} lines={views.map(one => ({ ...one, icon: Bookmark }))} />
      <HomeSection title={t('screens')} lines={screens.filter(({ count = 0 }) => count === 0)} />
    </div>
  );
}

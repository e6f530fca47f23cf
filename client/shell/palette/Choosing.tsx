import { useAtomValue } from 'jotai';
import { Bookmark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadViews } from '../../kit/list/views.ts';
import { targetOf } from '../../kit/records/definitions.ts';
import { loadRecents, recentsAtom } from '../../kit/session/recents.ts';
import { Finder } from '../../kit/ui/controls/Finder.tsx';
import { type FinderGroup, type FinderItem, findItems } from '../../kit/ui/controls/finder.ts';
import { type Found, useFound, useNamed } from './found.ts';
import { useGuideItems } from './guide-items.ts';
import { type PlaceProps, useActs, useRecordLinks, useScreens } from './items.ts';
import { useNewsItems } from './news-items.ts';
import { useViewLinks } from './view-items.ts';

/** Content of the palette: everything that matches the typed text. */
export function Choosing({ onClose, ...place }: PlaceProps & { onClose: () => void }) {
  const { t } = useTranslation(['around', 'shell', 'modules']);
  const projectId = place.project.id;
  const [typed, setTyped] = useState('');
  const { found, busy, left } = useFound(projectId, typed);
  const named = [...new Set(left.map(name => t(`modules:${targetOf(name).code}`)))].join(', ');
  const recent = useAtomValue(recentsAtom(projectId));
  useEffect(() => void loadRecents(projectId), [projectId]);
  const opened = useNamed(projectId, recent);
  const links = useRecordLinks(projectId);
  const navigate = useNavigate();
  const records = (some: readonly Found[], of: string): FinderItem[] =>
    links(some).map(({ to, ...link }) => ({
      ...link,
      key: `${of}-${link.key}`,
      onTake: () => navigate(to),
    }));
  const screens = useScreens(place);
  const acts = useActs(place);
  useEffect(() => void loadViews(projectId), [projectId]);
  const views = useViewLinks(projectId).map(({ to, ...link }) => ({
    ...link,
    icon: Bookmark,
    onTake: () => navigate(to),
  }));
  const looking = typed.trim() !== '';
  const lately = findItems(records(opened, 'recent'), typed).slice(0, looking ? 3 : 5);
  const isRecent = new Set(lately.map(item => item.key.replace('recent', 'record')));
  const guide = useGuideItems(projectId, typed);
  const news = useNewsItems(projectId, typed);
  const all: FinderGroup[] = [
    { key: 'recent', label: t('recent'), items: lately },
    { key: 'screens', label: t('screens'), items: findItems(screens, typed) },
    {
      key: 'records',
      label: t('records'),
      items: looking ? records(found, 'record').filter(item => !isRecent.has(item.key)) : [],
    },
    { key: 'views', label: t('views.title'), items: findItems(views, typed) },
    { key: 'acts', label: t('acts'), items: findItems(acts, typed) },
    { key: 'news', label: t('shell:person.news'), items: news },
  ];
  const groups = guide ? [{ key: 'guide', label: t('shell:person.guide'), items: guide }] : all;
  const run = (item: FinderItem) => {
    onClose();
    item.onTake();
  };
  const count = groups.reduce((sum, group) => sum + group.items.length, 0);
  return (
    <Finder
      label={t('find')}
      typed={typed}
      onTyped={setTyped}
      groups={groups}
      empty={t('nothing')}
      count={t('found', { count })}
      busy={busy}
      goesOn={named && t('goesOn', { named })}
      onRun={run}
    />
  );
}

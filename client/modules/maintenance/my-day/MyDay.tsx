import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { atom, useAtomValue } from 'jotai';
import { CalendarCheck, CloudUpload, WifiOff } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { connectionAtom } from '../../../kit/live/connection.ts';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { type DayWork, dayGroups } from './day.ts';
import { countUnsent, useDay, useWork, waitingAtom } from './snapshot.ts';
import { WorkScreen } from './WorkScreen.tsx';

const dayClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  overflowY: 'auto',
  p: '4',
  gap: '5',
  '& > section': { display: 'flex', flexDirection: 'column', gap: '2', maxW: '720px' },
  '& h2': { textStyle: 'sm', fontWeight: 'semibold', color: 'fg.muted', m: '0' },
  '& ul': { listStyle: 'none', m: '0', p: '0', display: 'grid', gap: '2' },
});
const cardClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gap: '1',
  alignItems: 'center',
  minH: '16',
  p: '3',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'md',
  color: 'fg',
  textDecoration: 'none',
  bg: 'bg',
  _hover: { bg: 'bg.subtle' },
  '& > strong': { fontWeight: 'semibold' },
  '& > small': { gridColumn: '1 / -1', textStyle: 'sm', color: 'fg.muted' },
  '& > small[data-late]': { color: 'bad.fg' },
});

/** The user's works of today by place, and of the coming days; works offline. */
export function MyDay() {
  const { t } = useTranslation(maintenance.name);
  const { snapshot, failed, again } = useDay();
  const [params, setParams] = useSearchParams();
  const offline = useAtomValue(connectionAtom).state === 'offline';
  const works = snapshot?.works;
  const unsentAtom = useMemo(
    () => atom(get => countUnsent(lane => get(waitingAtom(lane.split('/')[2] ?? '')), works ?? [])),
    [works],
  );
  const unsent = useAtomValue(unsentAtom);
  if (!snapshot) return failed ? <ErrorState title={t('myDay.failed')} onRetry={again} /> : <SkeletonRows />;
  // The current day, since the loaded works may be days old.
  const day = today();
  const open = snapshot.works.find(({ id }) => id === params.get('work'));
  const back = () => setParams({ part: 'my-day' });
  const banners = (
    <>
      {unsent > 0 && (
        <Banner tone="waiting" icon={offline ? WifiOff : CloudUpload} title={t('myDay.unsent', { count: unsent })} />
      )}
    </>
  );
  if (open)
    return (
      <>
        {banners}
        <WorkScreen key={open.id} work={open} supplies={snapshot.supplies} day={day} onBack={back} />
      </>
    );
  const { today: near, later } = dayGroups(snapshot.works, day);
  return (
    <>
      {banners}
      {snapshot.works.length === 0 ? (
        <Empty icon={CalendarCheck} title={t('myDay.none')} />
      ) : (
        <div className={dayClass()}>
          {near.map(([place, ofPlace]) => (
            <section key={place}>
              <h2>{place || t('myDay.noPlace')}</h2>
              <Cards works={ofPlace} day={day} />
            </section>
          ))}
          {later.length > 0 && (
            <section>
              <h2>{t('myDay.later')}</h2>
              <Cards works={later} day={day} />
            </section>
          )}
        </div>
      )}
    </>
  );
}

function Cards({ works, day }: { works: readonly DayWork[]; day: string }) {
  return (
    <ul>
      {works.map(work => (
        <li key={work.id}>
          <Card work={work} day={day} />
        </li>
      ))}
    </ul>
  );
}

function Card({ work: read, day: today }: { work: DayWork; day: string }) {
  const { t } = useTranslation(maintenance.name);
  const { day, time, share } = useFormats();
  const { work } = useWork(read);
  const { id, title, target, status, scheduledDate, startAt, dueDate, progress } = work;
  const { tone, icon } = maintenance.statuses[status as keyof typeof maintenance.statuses];
  const late = dueDate !== null && dueDate < today;
  const when = [day(scheduledDate), startAt && time(startAt)].filter(Boolean).join(' ');
  return (
    <Link to={`?part=my-day&work=${id}`} className={cardClass()}>
      <strong>{title}</strong>
      <Status tone={tone} icon={icon}>
        {t(`statuses.${status}`)}
      </Status>
      <small data-late={late ? '' : undefined}>
        {[
          target?.name,
          when,
          late && dueDate && t('myDay.late', { day: day(dueDate) }),
          progress !== null && share(progress),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </Link>
  );
}

import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { news } from '@lobby/shared/modules/news.ts';
import { useMemo } from 'react';
import { useRows } from '../data/rows.ts';
import { Link } from '../parts/parts.tsx';
import { t } from '../words.ts';
import { NoticeList, Notices } from './fees/Notices.tsx';

/** Older articles that are not pinned are only in the archive. */
const RECENT_MS = 180 * DAY_MS;
const MODULES = ['NEWS'];

/** Articles of the building: pinned first, then newest; older ones on a separate page. */
export const Page = ({ id }: { id: string | undefined }) =>
  id === undefined || id === 'archive' ? (
    <Articles archive={id === 'archive'} />
  ) : (
    <Notices id={id} path="news" page="news" module="NEWS" />
  );

const lastOfArchive = () => new Date(Date.now() - RECENT_MS).toISOString();

function Articles({ archive }: { archive: boolean }) {
  const until = useMemo(lastOfArchive, []);
  // The address does not depend on the day, so that the stored response can be used offline.
  const pinned = useRows<typeof news>(
    '/news',
    !archive && { limit: 3, sort: '-publishAt', filter: { pinned: { in: ['true'] } } },
    MODULES,
  );
  const newest = useRows<typeof news>('/news', !archive && { limit: 50, sort: '-publishAt' }, MODULES);
  const old = useRows<typeof news>(
    '/news',
    archive && {
      limit: 100,
      sort: '-publishAt',
      filter: { pinned: { in: ['false'] }, publishAt: { to: until } },
    },
    MODULES,
  );
  const recent = newest.data?.filter(item => !item.pinned && (item.publishAt ?? '') > until);
  const rows = archive ? old.data : recent ? [...(pinned.data ?? []), ...recent] : null;
  return (
    <div className="stack">
      <NoticeList rows={rows} error={archive ? old.error : newest.error} page="news" />
      {!archive && (
        <Link to="/news/archive" className="outline">
          {t('notices.archive')}
        </Link>
      )}
    </div>
  );
}

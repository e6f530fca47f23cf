import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { useMemo } from 'react';
import { useReading } from '../live.ts';
import { Link } from '../parts.tsx';
import { t } from '../words.ts';
import { type Notice, NoticeList, Notices } from './Notices.tsx';

/** After so long what is not pinned stands in the archive alone. */
const RECENT_MS = 180 * DAY_MS;
const MODULES = ['NEWS'];

/** The articles of the building: the pinned ones first, then the newest; older ones on a page of their own. */
export const Page = ({ id }: { id: string | undefined }) =>
  id === undefined || id === 'archive' ? (
    <Articles archive={id === 'archive'} />
  ) : (
    <Notices id={id} path="news" page="news" module="NEWS" />
  );

const lastOfArchive = () => new Date(Date.now() - RECENT_MS).toISOString();

function Articles({ archive }: { archive: boolean }) {
  const until = useMemo(lastOfArchive, []);
  // The same address every day: without a network the list is what it was.
  const pinned = useReading<Notice[]>(archive ? null : '/news?limit=3&sort=-publishAt&filter[pinned][]=true', MODULES);
  const newest = useReading<Notice[]>(archive ? null : '/news?limit=50&sort=-publishAt', MODULES);
  const old = useReading<Notice[]>(
    archive ? `/news?limit=100&sort=-publishAt&filter[pinned][]=false&filter[publishAt][to]=${until}` : null,
    MODULES,
  );
  const recent = newest.data?.filter(one => !one.pinned && (one.publishAt ?? '') > until);
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

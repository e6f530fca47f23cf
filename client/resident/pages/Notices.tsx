import { saidIn } from '@lobby/shared/kit/said-in.ts';
import { Megaphone, Newspaper } from 'lucide-react';
import type { Refused } from '../api.ts';
import { IconSquare } from '../cards.tsx';
import { useReading } from '../live.ts';
import { Link, List, Prose, Waiting } from '../parts.tsx';
import { languageNow, t, when } from '../words.ts';

export interface Notice {
  id: string;
  title: string;
  summary?: string | null;
  content?: string;
  urgent?: boolean;
  sentAt?: string | null;
  publishAt?: string | null;
  pinned?: boolean;
  createdAt: string;
  texts?: unknown;
  attachments?: { id: string; url: string; name: string }[];
  images?: { id: string; url: string; thumbUrl: string | null }[];
}

/** A notice in the language of the app, where it was translated. */
const inOwn = (notice: Notice): Notice => ({ ...notice, ...pick(notice) });
const pick = (notice: Notice) => {
  const { title, content } = saidIn({ ...notice }, languageNow());
  return { title, ...(content && { content }) };
};

const Urgent = () => (
  <span className="tag" data-tone="bad">
    {t('notices.urgent')}
  </span>
);

interface NoticesProps {
  id: string | undefined;
  path: string;
  page: string;
  module: string;
}

/** What the management tells: the list, or the one that is open. */
export function Notices({ id, path, page, module }: NoticesProps) {
  const open = useReading<Notice>(id ? `/${path}/${id}` : null, [module]);
  const { data, error } = useReading<Notice[]>(id ? null : `/${path}?limit=30`, [module]);
  if (id) {
    if (!open.data) return <Waiting error={open.error} />;
    const { images = [], attachments = [], sentAt, publishAt, createdAt } = open.data;
    const { title, content } = inOwn(open.data);
    return (
      <article className="stack">
        <h2>{title}</h2>
        {images.length > 0 && (
          <div className="banners">
            {images.map(({ id: image, url }) => (
              <a key={image} href={url} target="_blank" rel="noreferrer">
                <img src={url} alt={title} />
              </a>
            ))}
          </div>
        )}
        {open.data.urgent && <Urgent />}
        <small className="muted">{when(sentAt ?? publishAt ?? createdAt)}</small>
        <Prose markup={content ?? ''} />
        {attachments.map(file => (
          <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        ))}
      </article>
    );
  }
  return <NoticeList rows={data} error={error} page={page} />;
}

/** What was told, each with its day and where it leads. */
export function NoticeList({ rows, error, page }: { rows: Notice[] | null; error: Refused | null; page: string }) {
  return (
    <List rows={rows} error={error} none={t('notices.none')}>
      {notice => (
        <Link to={`/${page}/${notice.id}`} className="item">
          <IconSquare icon={page === 'news' ? Newspaper : Megaphone} />
          <div>
            <p>{inOwn(notice).title}</p>
            {notice.urgent && <Urgent />}
            {notice.pinned && <span className="tag">{t('notices.pinned')}</span>}
            <small>
              {notice.summary ?? ''} {when(notice.sentAt ?? notice.publishAt ?? notice.createdAt)}
            </small>
          </div>
        </Link>
      )}
    </List>
  );
}

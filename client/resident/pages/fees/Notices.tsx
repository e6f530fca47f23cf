import { saidIn } from '@lobby/shared/kit/said-in.ts';
import type { Refused } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { Card, FileRow } from '../../parts/cards.tsx';
import { byDay, dayTitle } from '../../parts/DayList.tsx';
import { Link, Pictures, Prose, Waiting } from '../../parts/parts.tsx';
import { newsScene } from '../../scene-of.ts';
import { sceneUrl } from '../../scenes.ts';
import { languageNow, t, when } from '../../words.ts';

export interface Notice {
  id: string;
  title: string;
  summary?: string | null;
  content?: string;
  category?: string | null;
  urgent?: boolean;
  sentAt?: string | null;
  publishAt?: string | null;
  pinned?: boolean;
  createdAt: string;
  texts?: unknown;
  attachments?: { id: string; url: string; name: string }[];
  images?: { id: string; url: string; thumbUrl: string | null }[];
}

/** A notice in the app's language, if it was translated. */
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

/** Image of a notice, or an illustration of its subject. */
const coverOf = ({ title, category, images = [] }: Notice, whole = false): string => {
  const [first] = images;
  return (whole ? first?.url : (first?.thumbUrl ?? first?.url)) ?? sceneUrl(newsScene(title, category ?? ''));
};
const atOf = ({ sentAt, publishAt, createdAt }: Notice): string => sentAt ?? publishAt ?? createdAt;

interface NoticesProps {
  id: string | undefined;
  path: string;
  page: string;
  module: string;
}

/** Notices of the management: list, or an open one. */
export function Notices({ id, path, page, module }: NoticesProps) {
  const open = useReading<Notice>(id ? `/${path}/${id}` : null, [module]);
  const { data, error } = useReading<Notice[]>(id ? null : `/${path}?limit=30`, [module]);
  if (!id) return <NoticeList rows={data} error={error} page={page} />;
  return open.data ? (
    <Whole notice={inOwn(open.data)} cover={coverOf(open.data, true)} />
  ) : (
    <Waiting error={open.error} />
  );
}

/** A notice: image, text and attachments. */
function Whole({ notice, cover }: { notice: Notice; cover: string }) {
  const { title, summary, content, urgent, images = [], attachments = [] } = notice;
  return (
    <article className="stack">
      <div className="card story">
        <img className="cover" src={cover} alt="" />
        <h2>{title}</h2>
        <p className="meta">
          {urgent && <Urgent />}
          <small>{when(atOf(notice))}</small>
        </p>
        {summary && <p className="lead">{summary}</p>}
        <Prose markup={content ?? ''} />
      </div>
      {images.length > 1 && <Pictures of={images.slice(1)} label={title} />}
      {attachments.length > 0 && (
        <Card>
          {attachments.map(file => (
            <FileRow key={file.id} name={file.name} url={file.url} />
          ))}
        </Card>
      )}
    </article>
  );
}

/** Notices with image and link by day, pinned ones above them; the first one large. */
export function NoticeList({ rows, error, page }: { rows: Notice[] | null; error: Refused | null; page: string }) {
  if (!rows) return <Waiting error={error} />;
  if (rows.length === 0) return <p className="muted">{t('notices.none')}</p>;
  const pinned = rows.filter(row => row.pinned);
  const days = byDay(
    rows.filter(row => !row.pinned),
    atOf,
  );
  return (
    <>
      {pinned.length > 0 && <Posts title={t('notices.pinned')} of={pinned} page={page} dated />}
      {days.map(([day, of]) => (
        <Posts key={day} title={dayTitle(day)} of={of} page={page} />
      ))}
    </>
  );
}

interface PostsProps {
  title: string;
  of: readonly Notice[];
  page: string;
  /** The heading is no day. */
  dated?: boolean;
}

const Posts = ({ title, of, page, dated = false }: PostsProps) => (
  <section className="stack posts-part">
    <h2>{title}</h2>
    <ul className="posts">
      {of.map(notice => (
        <li key={notice.id}>
          <Link to={`/${page}/${notice.id}`} className="card post">
            <img src={coverOf(notice)} alt="" loading="lazy" />
            <span>
              <b>{inOwn(notice).title}</b>
              {notice.summary && <small>{notice.summary}</small>}
              {(notice.urgent || dated) && (
                <small className="meta">
                  {notice.urgent && <Urgent />}
                  {dated && when(atOf(notice)).slice(0, 10)}
                </small>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

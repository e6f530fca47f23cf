import { saidIn } from '@lobby/shared/kit/said-in.ts';
import { useReading } from '../live.ts';
import { Link, List } from '../parts.tsx';
import { languageNow, t, when } from '../words.ts';

interface Notice {
  id: string;
  title: string;
  summary?: string | null;
  content?: string;
  sentAt?: string | null;
  publishedAt?: string | null;
  createdAt: string;
  translations?: unknown;
}

/** A notice in the language of the app, where it was translated. */
const inOwn = (notice: Notice): Notice => ({ ...notice, ...pick(notice) });
const pick = (notice: Notice) => {
  const { title, content } = saidIn({ ...notice }, languageNow());
  return { title, ...(content && { content }) };
};

/** Announcements and news: `announcement-<id>` or `news-<id>` is open. */
export function Page({ id }: { id: string | undefined }) {
  const [kind = '', one] = id?.split('-') ?? [];
  const open = useReading<Notice>(one ? `/${kind}/${one}` : null, ['ANNOUNCEMENT', 'NEWS']);
  const told = useReading<Notice[]>('/announcement?limit=30', ['ANNOUNCEMENT']);
  const news = useReading<Notice[]>('/news?limit=30', ['NEWS']);
  if (one)
    return open.data ? (
      <article className="stack">
        <h2>{inOwn(open.data).title}</h2>
        <small className="muted">{when(open.data.sentAt ?? open.data.publishedAt ?? open.data.createdAt)}</small>
        <p className="prose">{inOwn(open.data).content}</p>
      </article>
    ) : (
      <p className="muted">{open.error ? open.error.message || t('failed') : t('loading')}</p>
    );
  const list = (rows: Notice[] | null, error: typeof told.error, path: string) => (
    <List rows={rows} error={error} none={t('notices.none')}>
      {notice => (
        <Link to={`/notices/${path}-${notice.id}`} className="item">
          <div>
            <p>{inOwn(notice).title}</p>
            <small>
              {notice.summary ?? ''} {when(notice.sentAt ?? notice.publishedAt ?? notice.createdAt)}
            </small>
          </div>
        </Link>
      )}
    </List>
  );
  return (
    <div className="stack">
      <section>
        <h2>{t('notices.announcements')}</h2>
        {list(told.data, told.error, 'announcement')}
      </section>
      <section>
        <h2>{t('notices.news')}</h2>
        {list(news.data, news.error, 'news')}
      </section>
    </div>
  );
}

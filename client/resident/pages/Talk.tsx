import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call, type Refused, upload } from '../api.ts';
import { useReading } from '../live.ts';
import { discard, onWaiting, retry, say, waitingNow } from '../outbox.ts';
import { Link } from '../parts.tsx';
import { useSession } from '../session.ts';
import { t, when } from '../words.ts';
import { useSigns } from './signs.ts';

interface Message {
  id: string;
  at: string;
  content: string;
  author: { id: string; kind: string };
  images: { id: string; url: string; name: string }[];
  attachments?: { id: string; url: string; name: string }[];
  withdrawnAt?: string | null;
  link?: { module: string; id: string; code: string; title: string };
}

/** How long their own words can be taken back, ms. */
const TAKEN_BACK_WITHIN = 15 * 60_000;
const isFresh = (at: string) => Date.now() - Date.parse(at) < TAKEN_BACK_WITHIN;

/** A conversation: what was said, what waits to be sent, and the line to write on. */
export function Talk({ path, module, closed = false }: { path: string; module: string; closed?: boolean }) {
  const { data, error, again } = useReading<Message[]>(`${path}?limit=100`, [module]);
  const waiting = useSyncExternalStore(onWaiting, waitingNow).filter(one => one.path === path);
  const home = useSession()?.home;
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<Refused | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const last = data?.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls to it
  useEffect(() => void end.current?.scrollIntoView(), [last, waiting.length]);
  // What was sent comes with the answer of the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: fewer that wait are read anew
  useEffect(again, [waiting.length]);
  const signs = useSigns(module, path.split('/').at(-2) ?? '', last);
  const mine = (data ?? []).filter(({ author }) => author.id === home?.residentId);
  const read = mine.findLast(({ id }) => signs.seen !== null && id <= signs.seen)?.id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return;
    if (home) say({ residentId: home.residentId, unitId: home.unitId, path, content: typed.trim() });
    setTyped('');
    signs.rest();
  };
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act();
      again();
    } catch (failure) {
      setRefused(failure as Refused);
    }
  };
  const sendFiles = (files: FileList | null) =>
    attempt(async () => {
      const chosen = [...(files ?? [])].slice(0, 5);
      const isPicture = ({ type }: File) => type.startsWith('image/');
      const images = await upload(chosen.filter(isPicture));
      const attachments = await upload(chosen.filter(file => !isPicture(file)));
      if (chosen.length > 0) await call(path, { method: 'POST', body: { images, attachments } });
    });
  const withdraw = (id: string) => attempt(() => call(`${path}/${id}/withdraw`, { method: 'PUT' }));
  return (
    <>
      <div className="talk" role="log" aria-label={t('talk.log')}>
        {!data && <p className="muted">{error ? t('failed') : t('loading')}</p>}
        {data?.map(({ id, author, content, images, attachments = [], withdrawnAt, link, at }) => (
          <article key={id} data-mine={author.id === home?.residentId ? '' : undefined}>
            {withdrawnAt ? <em>{t('talk.withdrawn')}</em> : content}
            {link && (
              <Link to={`/requests/${link.id}`}>
                <strong>{link.code}</strong> {link.title}
              </Link>
            )}
            {attachments.map(file => (
              <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
                {file.name}
              </a>
            ))}
            {images.map(image => (
              <img key={image.id} src={image.url} alt={image.name} />
            ))}
            <div>
              <small>
                {when(at)}
                {id === read && ` · ${t('talk.seen')}`}
              </small>
              {module === 'MEMBER_COMMUNICATE' && author.id === home?.residentId && !withdrawnAt && isFresh(at) && (
                <button type="button" className="quiet" onClick={() => void withdraw(id)}>
                  {t('talk.withdraw')}
                </button>
              )}
            </div>
          </article>
        ))}
        {waiting.map(({ key, content, error: refusal }) => (
          <article key={key} data-mine="">
            {content}
            <div>
              <small>{refusal || t('talk.waits')}</small>
            </div>
            {refusal && (
              <div>
                <button type="button" className="quiet" onClick={() => retry(key)}>
                  {t('talk.retry')}
                </button>
                <button type="button" className="quiet" onClick={() => discard(key)}>
                  {t('talk.discard')}
                </button>
              </div>
            )}
          </article>
        ))}
        <div ref={end} />
      </div>
      <p className="muted" aria-live="polite">
        {signs.typing ? t('talk.typing') : ''}
      </p>
      {!closed && (
        <form className="compose" onSubmit={submit}>
          <textarea
            rows={1}
            aria-label={t('talk.write')}
            placeholder={t('talk.write')}
            value={typed}
            onChange={event => {
              setTyped(event.target.value);
              signs.write();
            }}
          />
          <button type="submit" className="main">
            {t('talk.send')}
          </button>
          <label>
            <span className="muted">{t('talk.pictures')}</span>
            <input
              type="file"
              accept="image/*,.pdf,.doc,.docx,.xls,.xlsx"
              multiple
              onChange={event => void sendFiles(event.target.files)}
            />
          </label>
          {refused && (
            <p className="error" role="alert">
              {refused.message || t('failed')}
            </p>
          )}
        </form>
      )}
    </>
  );
}

import { type FormEvent, useState } from 'react';
import { call, type Refused, upload } from '../api.ts';
import { useReading } from '../live.ts';
import { Labelled, Link, List, PhotosInput, photosIn, SendPart, Tag } from '../parts.tsx';
import { go } from '../path.ts';
import { t, when } from '../words.ts';
import { Talk } from './Talk.tsx';

interface Request {
  id: string;
  code: string;
  title: string;
  content: string;
  status: string;
  version: number;
  createdAt: string;
  rating: number | null;
}
const MOST_PHOTOS = 5;
const MODULE = 'HELP_DESK';
const PATH = '/pms/helpdesk';

/** The requests of the unit: all, one with its conversation, and a new one with photos. */
export function Page({ id }: { id: string | undefined }) {
  if (id === 'new') return <NewRequest />;
  return id ? <OneRequest id={id} /> : <Requests />;
}

function Requests() {
  const { data, error } = useReading<Request[]>(`${PATH}?limit=50`, [MODULE]);
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go('/requests/new')}>
        {t('requests.new')}
      </button>
      <List rows={data} error={error} none={t('requests.none')}>
        {one => (
          <Link to={`/requests/${one.id}`} className="item">
            <div>
              <p>{one.title}</p>
              <small>
                {one.code} · {when(one.createdAt)}
              </small>
            </div>
            <Tag status={one.status} />
          </Link>
        )}
      </List>
    </div>
  );
}

function NewRequest() {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    try {
      const images = await upload(photosIn(form).slice(0, MOST_PHOTOS));
      const body = { title: form.get('title'), content: form.get('content'), images };
      const made = await call<Request>(PATH, { method: 'POST', body });
      go(`/requests/${made.id}`);
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      <Labelled label={t('requests.title')} error={refused?.fields.title?.message}>
        <input name="title" maxLength={200} required />
      </Labelled>
      <Labelled label={t('requests.content')} error={refused?.fields.content?.message}>
        <textarea name="content" rows={5} required />
      </Labelled>
      <PhotosInput error={refused?.fields.images?.message} />
      <SendPart refused={refused} label={t('requests.send')} busy={busy} />
    </form>
  );
}

function OneRequest({ id }: { id: string }) {
  const { data, error, again } = useReading<Request>(`${PATH}/${id}`, [MODULE]);
  if (!data) return <p className="muted">{error ? error.message || t('failed') : t('loading')}</p>;
  const rate = (rating: number) =>
    void call(`${PATH}/${id}/rate`, { method: 'PUT', body: { rating, version: data.version } }).then(again, again);
  return (
    <div className="stack">
      <div>
        <h2>{data.title}</h2>
        <p>
          <Tag status={data.status} /> <small className="muted">{data.code}</small>
        </p>
        <p className="prose">{data.content}</p>
      </div>
      {data.status === 'COMPLETED' && (
        <fieldset>
          <legend>{t('requests.rate')}</legend>
          {[1, 2, 3, 4, 5].map(stars => (
            <button key={stars} type="button" className="quiet" onClick={() => rate(stars)}>
              {stars} ★
            </button>
          ))}
        </fieldset>
      )}
      {data.rating && <p>{'★'.repeat(data.rating)}</p>}
      <Talk path={`${PATH}/${id}/messages`} module={MODULE} closed={['REJECTED', 'EXPIRED'].includes(data.status)} />
    </div>
  );
}

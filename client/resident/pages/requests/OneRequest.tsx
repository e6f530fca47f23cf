import { type FormEvent, useState } from 'react';
import { call, type Refused } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { Card } from '../../parts/cards.tsx';
import { useTitle } from '../../parts/head.tsx';
import { Labelled, Link, Pictures, Refusal, Tag, Waiting } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { t, when } from '../../words.ts';
import { MODULE, PATH, type Request } from './requests.ts';
import { Talk } from './Talk.tsx';

const STARS = [1, 2, 3, 4, 5];

/** A request: content, status, conversation, and actions after its completion. */
export function OneRequest({ id }: { id: string }) {
  const { data, error, again } = useReading<Request>(`${PATH}/${id}`, [MODULE]);
  useTitle(data?.title, data?.code);
  if (!data) return <Waiting error={error} />;
  const { status, content, createdAt, completedAt, reason, rating, ratingComment, images } = data;
  return (
    <div className="stack talked">
      <Card className="pad">
        <p className="section">
          <Tag status={status} />
          <small>{when(completedAt ?? createdAt)}</small>
        </p>
        <p className="prose">{content}</p>
        {images.length > 0 && <Pictures of={images} label={t('requests.picture')} />}
        {data.previousId && <Link to={`/requests/${data.previousId}`}>{t('requests.previous')}</Link>}
        {reason && status === 'REJECTED' && (
          <p className="error">
            {t('requests.rejected')} {reason}
          </p>
        )}
      </Card>
      {rating && (
        <p>
          <span role="img" aria-label={t('requests.stars', { count: rating })}>
            {'★'.repeat(rating)}
          </span>{' '}
          {ratingComment}
        </p>
      )}
      {status === 'COMPLETED' && <Rating request={data} done={again} />}
      {status === 'COMPLETED' && <Reopening request={data} done={again} />}
      <Talk
        path={`${PATH}/${id}/messages`}
        module={MODULE}
        closed={['RATED', 'REJECTED', 'EXPIRED'].includes(status)}
      />
    </div>
  );
}

interface Part {
  request: Request;
  done: () => void;
}

/** A rating by stars, with an optional comment. */
function Rating({ request: { id, version }, done }: Part) {
  const [rating, setRating] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const comment = String(new FormData(event.currentTarget).get('comment') ?? '').trim();
    const body = { rating, version, ...(comment && { comment }) };
    await call(`${PATH}/${id}/rate`, { method: 'PUT', body }).catch(setRefused);
    done();
  };
  return (
    <form onSubmit={event => void submit(event)}>
      <fieldset className="chips">
        <legend>{t('requests.rate')}</legend>
        {STARS.map(stars => (
          <button
            key={stars}
            type="button"
            className="quiet"
            aria-pressed={rating === stars}
            onClick={() => setRating(stars)}
          >
            {stars} ★
          </button>
        ))}
      </fieldset>
      {rating > 0 && (
        <>
          <Labelled label={t('requests.comment')} error={refused?.fields.comment?.message}>
            <textarea name="comment" rows={2} maxLength={1000} />
          </Labelled>
          <Refusal refused={refused} />
          <button type="submit" className="main">
            {t('requests.sendRating')}
          </button>
        </>
      )}
    </form>
  );
}

/** Reopens a request with a reason, or, after the deadline, creates a new one. */
function Reopening({ request: { id, version }, done }: Part) {
  const [open, setOpen] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    await call(`${PATH}/${id}/reopen`, { method: 'PUT', body: { reason, version } }).then(done, setRefused);
  };
  if (!open)
    return (
      <button type="button" className="quiet" onClick={() => setOpen(true)}>
        {t('requests.reopen')}
      </button>
    );
  return (
    <form onSubmit={event => void submit(event)}>
      <Labelled label={t('requests.why')} error={refused?.fields.reason?.message}>
        <textarea name="reason" rows={3} maxLength={1000} required />
      </Labelled>
      <Refusal refused={refused} />
      {refused?.code === 'HELP_DESK_REOPEN_TOO_LATE' ? (
        <button type="button" className="main" onClick={() => go(`/requests/new-${id}`)}>
          {t('requests.goOn')}
        </button>
      ) : (
        <button type="submit" className="main">
          {t('requests.reopen')}
        </button>
      )}
    </form>
  );
}

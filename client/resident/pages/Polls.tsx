import { type FormEvent, useState } from 'react';
import { call, type Refused } from '../api.ts';
import { useReading } from '../live.ts';
import { Link, List, Tag } from '../parts.tsx';
import { t, when } from '../words.ts';

interface Poll {
  id: string;
  question: string;
  description?: string | null;
  status: string;
  most: number;
  closesAt: string | null;
  voteCount: number;
  results: { answer: string; votes: number }[];
}

/** Polls: all of them, and the open one with its votes, live. */
export function Page({ id }: { id: string | undefined }) {
  const { data, error } = useReading<Poll[]>('/poll?limit=50', ['POLL']);
  if (id) return <OnePoll id={id} />;
  return (
    <List rows={data} error={error} none={t('polls.none')}>
      {poll => (
        <Link to={`/polls/${poll.id}`} className="item">
          <div>
            <p>{poll.question}</p>
            <small>{t('polls.votes', { count: poll.voteCount })}</small>
          </div>
          <Tag status={poll.status} />
        </Link>
      )}
    </List>
  );
}

function OnePoll({ id }: { id: string }) {
  const poll = useReading<Poll>(`/poll/${id}`, ['POLL']).data;
  const own = useReading<{ choices: number[] }>(`/poll/${id}/vote`);
  const [refused, setRefused] = useState<Refused | null>(null);
  if (!poll || !own.data) return <p className="muted">{t('loading')}</p>;
  const one = poll.most === 1;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choices = new FormData(event.currentTarget).getAll('choice').map(Number);
    call(`/poll/${id}/vote`, { method: 'PUT', body: { choices } }).then(() => {
      setRefused(null);
      own.again();
    }, setRefused);
  };
  return (
    <form onSubmit={submit} key={own.data.choices.join()}>
      <h2>{poll.question}</h2>
      {poll.description && <p className="prose">{poll.description}</p>}
      <p className="muted">
        {t('polls.votes', { count: poll.voteCount })}{' '}
        {poll.closesAt && `· ${t('polls.until', { at: when(poll.closesAt) })}`}
      </p>
      {poll.results.map(({ answer, votes }, at) => (
        <div key={answer}>
          <label className="check">
            <input
              type={one ? 'radio' : 'checkbox'}
              name="choice"
              value={at}
              defaultChecked={own.data?.choices.includes(at)}
              disabled={poll.status !== 'OPEN'}
            />
            <span>
              {answer} · {votes}
            </span>
          </label>
          <progress aria-label={answer} max={Math.max(1, poll.voteCount)} value={votes} />
        </div>
      ))}
      {refused && (
        <p className="error" role="alert">
          {Object.values(refused.fields)[0]?.message ?? (refused.message || t('failed'))}
        </p>
      )}
      {poll.status === 'OPEN' && (
        <button type="submit" className="main">
          {t(own.data.choices.length > 0 ? 'polls.again' : 'polls.vote')}
        </button>
      )}
    </form>
  );
}

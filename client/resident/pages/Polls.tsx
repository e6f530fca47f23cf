import type { ownPollVote, pollResults } from '@lobby/shared/modules/poll.contract.ts';
import type { poll as definition } from '@lobby/shared/modules/poll.ts';
import { Vote } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call, type Refused } from '../data/api.ts';
import { useContract } from '../data/contract.ts';
import { useDetail, useRows } from '../data/rows.ts';
import { IconSquare } from '../parts/cards.tsx';
import { Link, List, Prose, Tag, Waiting } from '../parts/parts.tsx';
import { t, when } from '../words.ts';

/** Polls: list, and the open one with its votes, live. */
export function Page({ id }: { id: string | undefined }) {
  const { data, error } = useRows<typeof definition>('/poll', { limit: 50 }, ['POLL']);
  if (id) return <OnePoll id={id} />;
  return (
    <List rows={data} error={error} none={t('polls.none')}>
      {poll => (
        <Link to={`/polls/${poll.id}`} className="item">
          <IconSquare icon={Vote} quiet={poll.status !== 'OPEN'} />
          <div>
            <p>{poll.title}</p>
            <small>{t('polls.votes', { count: poll.voted })}</small>
          </div>
          <Tag status={poll.status} />
        </Link>
      )}
    </List>
  );
}

function OnePoll({ id }: { id: string }) {
  const poll = useDetail<typeof definition>('/poll', id, ['POLL']).data;
  const vote = useContract<typeof ownPollVote>('/poll/:id/vote', { params: { id } });
  const standing = useContract<typeof pollResults>('/poll/:id/results', { params: { id } }, ['POLL']);
  const [refused, setRefused] = useState<Refused | null>(null);
  if (!poll || !vote.data) return <Waiting />;
  const single = poll.most === 1;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const optionIds = new FormData(event.currentTarget).getAll('choice').map(String);
    call(`/poll/${id}/vote`, { method: 'PUT', body: { optionIds } }).then(() => {
      setRefused(null);
      vote.again();
      standing.again();
    }, setRefused);
  };
  return (
    <form onSubmit={submit} key={vote.data.optionIds.join()}>
      <div className="card pad">
        <h2>{poll.title}</h2>
        {poll.status !== 'OPEN' && (
          <p>
            <Tag status={poll.status} /> {poll.status === 'CANCELLED' && <span className="muted">{poll.reason}</span>}
          </p>
        )}
        {poll.edited && <p className="muted">{t('polls.edited')}</p>}
        {poll.status === 'OPEN' && !poll.anonymous && <p className="muted">{t('polls.named')}</p>}
        {vote.data.by && <p className="muted">{t('polls.by', { name: vote.data.by })}</p>}
        {poll.content && <Prose markup={poll.content} />}
        <p className="muted">
          {t('polls.votes', { count: poll.voted })}{' '}
          {poll.closesAt && `· ${t('polls.until', { at: when(poll.closesAt) })}`}
        </p>
      </div>
      <div className="card votes">
        {poll.options.map(option => {
          const stands = standing.data?.options?.find(result => result.id === option.id);
          return (
            <div key={option.id}>
              <label className="check">
                <input
                  type={single ? 'radio' : 'checkbox'}
                  name="choice"
                  value={option.id ?? ''}
                  defaultChecked={vote.data?.optionIds.includes(option.id ?? '')}
                  disabled={poll.status !== 'OPEN'}
                />
                <span>
                  {option.text}
                  {stands && ` · ${stands.votes}`}
                </span>
              </label>
              {stands && <progress aria-label={option.text} max={100} value={stands.percent} />}
            </div>
          );
        })}
      </div>
      {refused && (
        <p className="error" role="alert">
          {Object.values(refused.fields)[0]?.message ?? (refused.message || t('failed'))}
        </p>
      )}
      {poll.status === 'OPEN' && (
        <button type="submit" className="main">
          {t(vote.data.optionIds.length > 0 ? 'polls.again' : 'polls.vote')}
        </button>
      )}
    </form>
  );
}

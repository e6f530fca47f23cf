import type { installationList } from '@lobby/shared/kit/push.contract.ts';
import { useState } from 'react';
import { call, Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { t, when } from '../../words.ts';

/** Devices with push notifications: a test for all of them, and removal. */
export function PushDevices() {
  const { data, again } = useContract<typeof installationList>('/installations', {}, []);
  const [said, setSaid] = useState('');
  if (!data || data.length === 0) return null;
  const change = (method: 'POST' | 'DELETE', path: string) =>
    call(`/installations/${path}`, { method }).then(
      () => {
        setSaid(method === 'POST' ? t('push.tried') : '');
        again();
      },
      error => setSaid((error instanceof Refused && error.message) || t('failed')),
    );
  return (
    <section className="stack">
      <h2>{t('push.devices')}</h2>
      <ul className="list">
        {data.map(({ id, name, lastSeenAt, current }) => (
          <li key={id} className="item">
            <div>
              <p>{name}</p>
              <small>{current ? t('profile.here') : when(lastSeenAt)}</small>
            </div>
            {!current && (
              <button type="button" className="quiet" onClick={() => void change('DELETE', id)}>
                {t('push.remove')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <button type="button" className="quiet" onClick={() => void change('POST', 'test')}>
        {t('push.test')}
      </button>
      {said && <p role="status">{said}</p>}
    </section>
  );
}

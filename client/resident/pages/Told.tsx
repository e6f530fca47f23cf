import { useEffect } from 'react';
import { call } from '../api.ts';
import { useReading } from '../live.ts';
import { List } from '../parts.tsx';
import { go } from '../path.ts';
import { t, when } from '../words.ts';
import { PushChoice } from './PushChoice.tsx';

interface Told {
  id: string;
  title: string;
  body: string;
  url: string;
  count: number;
  at: string;
  readAt: string | null;
}

/** What the resident was told of. */
export function Page() {
  const { data, error } = useReading<Told[]>('/histories/pms?limit=50', ['NOTIFICATION']);
  useEffect(() => {
    if (data) void call('/histories/view-all', { method: 'PUT' }).catch(() => null);
  }, [data]);
  const open = (one: Told) => {
    void call(`/histories/${one.id}/read`, { method: 'PATCH' }).catch(() => null);
    go(one.url.replace(/^\/resident/, '') || '/');
  };
  return (
    <>
      <PushChoice />
      <List rows={data} error={error} none={t('told.none')}>
        {one => (
          <button type="button" className="item" onClick={() => open(one)}>
            <div>
              <p>{one.readAt ? one.title : <strong>{one.title}</strong>}</p>
              <p>{one.body}</p>
              <small>
                {when(one.at)}
                {one.count > 1 && ` · ${one.count}`}
              </small>
            </div>
          </button>
        )}
      </List>
    </>
  );
}

import { residentTarget } from '@lobby/shared/kit/notification-target.ts';
import { useEffect } from 'react';
import { call } from '../api.ts';
import { useReading } from '../live.ts';
import { List } from '../parts.tsx';
import { go } from '../path.ts';
import { t, when } from '../words.ts';
import { PushChoice } from './PushChoice.tsx';

interface Told {
  id: string;
  type: string;
  module: string;
  entityId: string;
  title: string;
  at: string;
  read: boolean;
}

/** What the resident was told of. */
export function Page() {
  const { data, error } = useReading<Told[]>('/histories/pms?limit=50', ['NOTIFICATION']);
  useEffect(() => {
    if (data) void call('/histories/view-all', { method: 'PUT' }).catch(() => null);
  }, [data]);
  const open = (one: Told) => {
    void call(`/histories/${one.id}/read`, { method: 'PATCH' }).catch(() => null);
    go(residentTarget(one.module, one.entityId));
  };
  return (
    <>
      <PushChoice />
      <List rows={data} error={error} none={t('told.none')}>
        {one => (
          <button type="button" className="item" onClick={() => open(one)}>
            <div>
              <p>{one.read ? one.title : <strong>{one.title}</strong>}</p>
              <small>
                {t(`told.${one.module}`)} · {when(one.at)}
              </small>
            </div>
          </button>
        )}
      </List>
    </>
  );
}

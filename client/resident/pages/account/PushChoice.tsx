import { useEffect, useState } from 'react';
import { pushState, turnOff, turnOn } from '../../data/push.ts';
import { useSession } from '../../data/session.ts';
import { t } from '../../words.ts';

/** Offers push notifications on this device to residents who look at their notifications, never unprompted. */
export function PushChoice() {
  const residentId = useSession()?.home.residentId ?? '';
  const [state, setState] = useState<Awaited<ReturnType<typeof pushState>> | 'failed'>('none');
  useEffect(() => {
    pushState(residentId).then(setState, () => setState('none'));
  }, [residentId]);
  const turn = (change: typeof turnOn) => () => void change(residentId).then(setState, () => setState('failed'));
  if (state === 'none') return null;
  if (state === 'denied') return <p className="muted">{t('push.denied')}</p>;
  return (
    <p className="bar">
      {state === 'failed' && (
        <span className="error" role="alert">
          {t('push.failed')}{' '}
        </span>
      )}
      {state !== 'on' && <span>{t('push.ask')} </span>}
      <button type="button" className="quiet" onClick={turn(state === 'on' ? turnOff : turnOn)}>
        {t(state === 'on' ? 'push.off' : 'push.on')}
      </button>
    </p>
  );
}

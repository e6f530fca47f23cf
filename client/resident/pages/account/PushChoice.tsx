import { useEffect, useState } from 'react';
import { pushState, turnOff, turnOn } from '../../data/push.ts';
import { useSession } from '../../data/session.ts';
import { t } from '../../words.ts';

/** Push notifications on this device, and how they are turned on and off. */
export function usePush() {
  const residentId = useSession()?.home.residentId ?? '';
  const [state, setState] = useState<Awaited<ReturnType<typeof pushState>> | 'failed'>('none');
  useEffect(() => {
    pushState(residentId).then(setState, () => setState('none'));
  }, [residentId]);
  const turn = (change: typeof turnOn) => () => void change(residentId).then(setState, () => setState('failed'));
  return {
    state,
    turnOn: turn(turnOn),
    turnOff: turn(turnOff),
  };
}
type Push = ReturnType<typeof usePush>;

/** Offers push notifications on this device to residents who look at their notifications, never unprompted. */
export function PushOffer({ push: { state, turnOn: turn } }: { push: Push }) {
  if (state !== 'off' && state !== 'failed') return null;
  return (
    <p className="bar">
      {state === 'failed' && (
        <span className="error" role="alert">
          {t('push.failed')}{' '}
        </span>
      )}
      <span>{t('push.ask')} </span>
      <button type="button" className="quiet" onClick={turn}>
        {t('push.on')}
      </button>
    </p>
  );
}

/** Below what somebody came for: push notifications are on, or the browser blocks them. */
export function PushState({ push: { state, turnOff: turn } }: { push: Push }) {
  if (state === 'denied') return <p className="muted">{t('push.denied')}</p>;
  if (state !== 'on') return null;
  return (
    <p>
      <button type="button" className="quiet" onClick={turn}>
        {t('push.off')}
      </button>
    </p>
  );
}

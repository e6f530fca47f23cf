import type { offeredGateways } from '@lobby/shared/modules/payment-gateway.contract.ts';
import { useEffect, useState } from 'react';
import { call, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { useReading } from '../../data/live.ts';
import { EndButton } from '../../parts/EndButton.tsx';
import { Refusal } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { t } from '../../words.ts';
import { nameOfWay, useSaved, type Way } from './PayOnline.tsx';

const ASK_AGAIN_MS = 2000;

/** Saved payment methods; with an id, the result of a consent. */
export function Page({ id }: { id: string | undefined }) {
  return (
    <div className="stack">
      {id && <SavedWayState id={id} />}
      <Saved />
      <Further />
    </div>
  );
}

/** State of a consent: polled until the provider has decided. */
function SavedWayState({ id }: { id: string }) {
  const { data, error, again } = useReading<Way>(`/saved-payment/${id}`, []);
  const state = data?.state;
  useEffect(() => {
    if (state !== 'ASKED') return;
    const timer = setInterval(again, ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [state, again]);
  if (!data) return error ? <p>{error.message || t('failed')}</p> : null;
  return <p role="status">{t(`ways.state.${data.state}`, { name: data.name })}</p>;
}

function Saved() {
  const { data, again } = useSaved();
  if (!data) return null;
  const forget = async (id: string) => {
    await call(`/saved-payment/${id}`, { method: 'DELETE' });
    go('/ways', 'replace');
    again();
  };
  return (
    <section className="stack">
      {data.length === 0 && <p className="muted">{t('ways.none')}</p>}
      <ul className="list">
        {data.map(way => (
          <li key={way.id} className="item">
            <div>
              <p>{nameOfWay(way)}</p>
            </div>
            <EndButton
              act={t('ways.forget')}
              ask={t('ways.forgetAsk', { name: nameOfWay(way) })}
              onEnd={() => forget(way.id)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Providers that can save a payment method, after the resident agrees. */
function Further() {
  const offered = useContract<typeof offeredGateways>('/payment-gateway/offered', {}, ['BILLING_CONFIG']).data ?? [];
  const [agreed, setAgreed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const saving = offered.filter(({ saves }) => saves);
  if (saving.length === 0) return null;
  const ask = (gatewayId: string) => {
    setBusy(true);
    setRefused(null);
    call<{ id: string; url: string | null; deeplink: string | null }>('/saved-payment', {
      method: 'POST',
      body: { gatewayId, agreed },
    }).then(
      ({ id, url, deeplink }) => {
        const there = url ?? deeplink;
        if (there) location.assign(there);
        else go(`/ways/${id}`);
      },
      failure => {
        setBusy(false);
        setRefused(failure as Refused);
      },
    );
  };
  return (
    <section className="stack">
      <h2>{t('ways.further')}</h2>
      <label className="check">
        <input type="checkbox" checked={agreed} onChange={() => setAgreed(before => !before)} />
        <span>{t('ways.agree')}</span>
      </label>
      {saving.map(({ id, name }) => (
        <button key={id} type="button" className="outline" disabled={busy || !agreed} onClick={() => ask(id)}>
          {t('ways.save', { name })}
        </button>
      ))}
      <Refusal refused={refused} />
    </section>
  );
}

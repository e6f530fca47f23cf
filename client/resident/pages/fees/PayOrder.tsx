import { useEffect, useState } from 'react';
import { call, type Refused } from '../../data/api.ts';
import { useReading } from '../../data/live.ts';
import { EndButton } from '../../parts/EndButton.tsx';
import { Link, Refusal, Waiting } from '../../parts/parts.tsx';
import { QrView } from '../../parts/QrView.tsx';
import { go } from '../../path.ts';
import { money, t } from '../../words.ts';

interface Order {
  id: string;
  code: string;
  status: string;
  amount: number;
  fee: number;
  provider: string;
  expiresAt: string;
  url: string | null;
  qr: string | null;
  deeplink: string | null;
}
const MODULES = ['ONLINE_TRANSACTION'];
/** Marks in this tab that the user went to the provider's page. */
const GONE = 'resident-paying';
const TO_PAY = ['UNREADY', 'IN_PROCESS'];

/** Time left until an order expires, in minutes and seconds. */
function useLeft(until: string | undefined): string | null {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = until ? Math.floor((Date.parse(until) - now) / 1000) : 0;
  if (seconds <= 0) return null;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** A payment: its link and result; it stays the same if the payer leaves and returns. */
export function PayOrder({ id }: { id: string }) {
  const { data, error, again } = useReading<Order>(`/online-transaction/${id}`, MODULES);
  const [refused, setRefused] = useState<Refused | null>(null);
  const left = useLeft(data?.expiresAt);
  const send = async (name: string, body: object = {}) => {
    await call(`/online-transaction/${id}/${name}`, { method: 'PUT', body });
    again();
  };
  const act = (name: string) => void send(name).catch(failure => setRefused(failure as Refused));
  const status = data?.status;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when its payer is back
  useEffect(() => {
    if (status !== 'IN_PROCESS' || sessionStorage.getItem(GONE) !== id) return;
    sessionStorage.removeItem(GONE);
    act('return');
  }, [status]);
  // The link may be that of a receipt, which is among the past payments.
  const lost = error?.status === 404;
  useEffect(() => {
    if (lost) go('/bills/paid', 'replace');
  }, [lost]);
  if (!data) return <Waiting error={error} />;
  const toPay = TO_PAY.includes(data.status);
  return (
    <div className="stack">
      <div>
        <h2>{money(data.amount)}</h2>
        <p>
          <span className="tag">{t(`online.status.${data.status}`)}</span>{' '}
          <small className="muted">
            {data.code} · {data.provider}
          </small>
        </p>
        {data.fee > 0 && <small className="muted">{t('online.fee', { amount: money(data.fee) })}</small>}
      </div>
      {toPay && (
        <>
          {left && <p className="muted">{t('online.left', { time: left })}</p>}
          {data.qr && <QrView text={data.qr} label={t('fees.qr')} />}
          {data.url && (
            <a className="main" href={data.url} onClick={() => sessionStorage.setItem(GONE, id)}>
              {t('online.open')}
            </a>
          )}
          {data.deeplink && (
            <a href={data.deeplink} onClick={() => sessionStorage.setItem(GONE, id)}>
              {t('online.app')}
            </a>
          )}
          <button type="button" className="quiet" onClick={() => act('return')}>
            {t('online.check')}
          </button>
          <EndButton
            act={t('online.cancel')}
            ask={t('online.cancelAsk', { check: t('online.check') })}
            onEnd={() => send('cancel', { reason: t('online.cancelled') })}
          />
        </>
      )}
      {data.status === 'PAYMENT_IN_PROCESS' && <p role="status">{t('online.checking')}</p>}
      {data.status === 'SUCCESSED' && <p role="status">{t('online.done')}</p>}
      {['FAILED', 'CANCELLED', 'EXPIRED', 'DISABLED'].includes(data.status) && (
        <p role="status">
          {t('online.notPaid')} <Link to="/bills">{t('online.again')}</Link>
        </p>
      )}
      <Refusal refused={refused} />
    </div>
  );
}

import { useState } from 'react';
import { call, type Refused } from '../api.ts';
import { useReading } from '../live.ts';
import { Refusal } from '../parts.tsx';
import { go } from '../path.ts';
import { money, t } from '../words.ts';

/** What is paid, as the server takes it. */
interface PayItem {
  billId?: string;
  bookingId?: string;
}
interface Gateway {
  id: string;
  name: string;
  environment: string;
  channels: string[];
  purposes: string[];
  minAmount: number;
  maxAmount: number;
  fee: number;
}
interface Mode {
  mode: 'ON' | 'VIEW_ONLY' | 'OFF';
  words: string | null;
}

const MODULES = ['BILLING_CONFIG'];
/** Whether residents pay online, and what they are told where they do not. */
export const useOnlineMode = () => useReading<Mode>('/payment-gateway/mode', MODULES).data;

/** The ways to pay an amount online, each with its fee; the payment opens as a page of its own. */
export function PayOnline({ items, purpose, sum }: { items: readonly PayItem[]; purpose: string; sum: number }) {
  const mode = useOnlineMode()?.mode;
  const ways = useReading<Gateway[]>(mode === 'ON' ? `/payment-gateway/offered?amount=${sum}` : null, MODULES).data;
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const fitting = (ways ?? []).filter(({ purposes }) => purposes.includes(purpose));
  if (mode !== 'ON' || fitting.length === 0) return null;
  const way = fitting.find(({ id }) => id === chosen) ?? fitting[0];
  if (!way) return null;
  const whole = sum + way.fee;
  const fits = whole >= way.minAmount && whole <= way.maxAmount;
  const pay = () => {
    setBusy(true);
    setRefused(null);
    call<{ id: string }>('/online-transaction', { method: 'POST', body: { items, gatewayId: way.id, purpose } }).then(
      ({ id }) => go(`/payments/${id}`),
      failure => {
        setBusy(false);
        setRefused(failure as Refused);
      },
    );
  };
  return (
    <fieldset className="stack">
      <legend>{t('online.by')}</legend>
      {fitting.map(one => (
        <label key={one.id} className="check">
          <input type="radio" name="way" checked={one.id === way.id} onChange={() => setChosen(one.id)} />
          <span>
            {one.name}
            {one.environment === 'SANDBOX' && ` (${t('online.sandbox')})`}
            {one.fee > 0 && ` · ${t('online.fee', { amount: money(one.fee) })}`}
          </span>
        </label>
      ))}
      {!fits && sum > 0 && (
        <small className="muted">{t('online.range', { min: money(way.minAmount), max: money(way.maxAmount) })}</small>
      )}
      <Refusal refused={refused} />
      <button type="button" className="main" disabled={busy || !fits || items.length === 0} onClick={pay}>
        {t('online.pay', { amount: money(whole) })}
      </button>
    </fieldset>
  );
}

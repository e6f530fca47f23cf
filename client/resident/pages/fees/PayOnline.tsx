import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { savedWays } from '@lobby/shared/modules/online-transaction.contract.ts';
import type { gatewayMode, offeredGateways } from '@lobby/shared/modules/payment-gateway.contract.ts';
import { useState } from 'react';
import { call, type Refused } from '../../data/api.ts';
import { useContract } from '../../data/contract.ts';
import { Link, Refusal } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { money, t } from '../../words.ts';

/** An item to pay, in the server's format. */
interface PayItem {
  billId?: string;
  bookingId?: string;
}
export type Gateway = AnswerOf<typeof offeredGateways>[number];
/** A saved payment method. */
export type Way = AnswerOf<typeof savedWays>[number];

const MODULES = ['BILLING_CONFIG'];
/** Whether online payment is available, and the message if it is not. */
export const useOnlineMode = () => useContract<typeof gatewayMode>('/payment-gateway/mode', {}, MODULES).data;

export const useSaved = () => useContract<typeof savedWays>('/saved-payment', {}, []);
export const nameOfWay = ({ name, lastFour }: Way) => (lastFour ? `${name} ·· ${lastFour}` : name);

interface PayOnlineProps {
  items: readonly PayItem[];
  purpose: string;
  sum: number;
  /** Provider whose code is on the screen already. */
  shown?: Gateway['provider'] | undefined;
  /** Below a button that opens them. */
  folded?: boolean;
}

/** Online payment methods for an amount, with fees; the payment opens as a separate page. */
export function PayOnline({ items, purpose, sum, shown, folded }: PayOnlineProps) {
  const mode = useOnlineMode()?.mode;
  const ways = useContract<typeof offeredGateways>(
    '/payment-gateway/offered',
    mode === 'ON' && { query: { amount: sum } },
    MODULES,
  ).data;
  const saved = useSaved().data ?? [];
  const [chosen, setChosen] = useState('');
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const fitting = (ways ?? []).filter(
    ({ provider, purposes }) => provider !== shown && purposes.some(name => name === purpose),
  );
  if (mode !== 'ON' || fitting.length === 0) return null;
  const usable = saved.filter(({ gatewayId }) => fitting.some(({ id }) => id === gatewayId));
  const savedWay = usable.find(({ id }) => id === chosen) ?? (chosen ? undefined : usable[0]);
  const way = fitting.find(({ id }) => id === (savedWay?.gatewayId ?? chosen)) ?? fitting[0];
  if (!way) return null;
  const whole = sum + way.fee;
  const fits = whole >= way.minAmount && whole <= way.maxAmount;
  const pay = () => {
    setBusy(true);
    setRefused(null);
    const body = { items, gatewayId: way.id, purpose, ...(savedWay && { savedId: savedWay.id }) };
    call<{ id: string }>('/online-transaction', { method: 'POST', body }).then(
      ({ id }) => go(`/payments/${id}`),
      failure => {
        setBusy(false);
        setRefused(failure as Refused);
      },
    );
  };
  const form = (
    <fieldset className="stack">
      <legend>{t('online.by')}</legend>
      {usable.map(saving => (
        <label key={saving.id} className="check">
          <input type="radio" name="way" checked={saving.id === savedWay?.id} onChange={() => setChosen(saving.id)} />
          <span>{nameOfWay(saving)}</span>
        </label>
      ))}
      {fitting.map(gateway => (
        <label key={gateway.id} className="check">
          <input
            type="radio"
            name="way"
            checked={!savedWay && gateway.id === way.id}
            onChange={() => setChosen(gateway.id)}
          />
          <span>
            {gateway.name}
            {gateway.environment === 'SANDBOX' && ` (${t('online.sandbox')})`}
            {gateway.fee > 0 && ` · ${t('online.fee', { amount: money(gateway.fee) })}`}
          </span>
        </label>
      ))}
      {fitting.some(({ saves }) => saves) && <Link to="/ways">{t('pages.ways')}</Link>}
      {!fits && sum > 0 && (
        <small className="muted">{t('online.range', { min: money(way.minAmount), max: money(way.maxAmount) })}</small>
      )}
      <Refusal refused={refused} />
      <button type="button" className="main" disabled={busy || !fits || items.length === 0} onClick={pay}>
        {t('online.pay', { amount: money(whole) })}
      </button>
    </fieldset>
  );
  if (!folded) return form;
  return (
    <details className="ways" onToggle={({ currentTarget }) => currentTarget.open && currentTarget.scrollIntoView()}>
      <summary className="outline">{t('online.title')}</summary>
      {form}
    </details>
  );
}

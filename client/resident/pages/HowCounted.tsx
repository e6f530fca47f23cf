import { useState } from 'react';
import { useReading } from '../live.ts';
import { day, money, t } from '../words.ts';

interface Explained {
  facts: string[];
  lines: { key: string; what: string; amount: number }[];
  previous: { month: string; total: number } | null;
}

/** How a bill came to its total: read once somebody wants to know. */
export function HowCounted({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('fees.how')}</summary>
      {open && <Lines id={id} />}
    </details>
  );
}

function Lines({ id }: { id: string }) {
  const { data, error } = useReading<Explained>(`/bill/${id}/explain`, ['BILL']);
  if (!data) return <p className="muted">{error ? error.message || t('failed') : t('loading')}</p>;
  const { facts, lines, previous } = data;
  return (
    <>
      {facts.map(fact => (
        <p key={fact} className="muted">
          {fact}
        </p>
      ))}
      <ul>
        {lines.map(({ key, what, amount }) => (
          <li key={key}>
            {what} = <strong>{money(amount)}</strong>
          </li>
        ))}
      </ul>
      {previous && (
        <p className="muted">{t('fees.before', { month: day(previous.month), total: money(previous.total) })}</p>
      )}
    </>
  );
}

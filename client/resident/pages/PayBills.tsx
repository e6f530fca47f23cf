import { useState } from 'react';
import { money, t } from '../words.ts';
import { PayOnline } from './PayOnline.tsx';

interface Owed {
  id: string;
  service: string;
  month: string;
  remaining: number;
  /** Up to today, where no bill charges it yet. */
  interest: number;
}
const month = (text: string) => text.split('-').reverse().join('/');

/** The bills that are paid now, all of them unless somebody says otherwise; the sum follows. */
export function PayBills({ bills }: { bills: readonly Owed[] }) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = bills.filter(({ id }) => !left.has(id));
  const sum = chosen.reduce((all, { remaining, interest }) => all + remaining + interest, 0);
  const turn = (id: string) =>
    setLeft(before => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <section className="stack">
      <h2>{t('online.title')}</h2>
      {bills.map(({ id, service, month: of, remaining, interest }) => (
        <label key={id} className="check">
          <input type="checkbox" checked={!left.has(id)} onChange={() => turn(id)} />
          <span>
            {service} {month(of)} · {money(remaining)}
            {interest > 0 && ` + ${t('online.interest')} ${money(interest)}`}
          </span>
        </label>
      ))}
      <p>
        {t('online.sum')}: <strong>{money(sum)}</strong>
      </p>
      <PayOnline items={chosen.map(({ id }) => ({ billId: id }))} purpose="BILLS" sum={sum} />
    </section>
  );
}

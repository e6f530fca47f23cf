import type { onlineTransaction } from '@lobby/shared/modules/online-transaction.ts';
import { useEffect } from 'react';
import { useRows } from '../../data/rows.ts';
import { Link, List } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { money, t, when } from '../../words.ts';
import { PayOrder } from './PayOrder.tsx';

/** An online payment; without an id, redirects to the bills. */
export function Page({ id }: { id: string | undefined }) {
  useEffect(() => {
    if (!id) go('/bills', 'replace');
  }, [id]);
  if (!id) return null;
  return (
    <div className="stack">
      <PayOrder id={id} />
      <Past />
    </div>
  );
}

/** Earlier payments of the household. */
function Past() {
  const { data, error } = useRows<typeof onlineTransaction>('/online-transaction', { limit: 20 }, [
    'ONLINE_TRANSACTION',
  ]);
  return (
    <section className="stack">
      <h2>{t('online.past')}</h2>
      <List rows={data} error={error} none={t('fees.none')}>
        {payment => (
          <Link to={`/payments/${payment.id}`} className="item">
            <div>
              <p>{money(payment.amount ?? 0)}</p>
              <small>
                {payment.code} · {when(payment.createdAt)}
              </small>
            </div>
            <span className="tag">{t(`online.status.${payment.status}`)}</span>
          </Link>
        )}
      </List>
    </section>
  );
}

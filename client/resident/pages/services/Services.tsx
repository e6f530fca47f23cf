import type { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { Zap } from 'lucide-react';
import { useRows } from '../../data/rows.ts';
import { IconSquare } from '../../parts/cards.tsx';
import { Link, List } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { t, when } from '../../words.ts';
import { NewOrder } from './NewOrder.tsx';
import { MODULE, PATH, Service, Status, useServiceNames } from './Service.tsx';

/** Orders of partners' services: list, one, and a new one. */
export function Page({ id }: { id: string | undefined }) {
  if (id === 'new') return <NewOrder />;
  return id ? <Service id={id} /> : <Orders />;
}

function Orders() {
  const { data, error } = useRows<typeof merchantOrder>(PATH, { limit: 50 }, [MODULE]);
  const names = useServiceNames();
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go('/orders/new')}>
        {t('services.new')}
      </button>
      <List rows={data} error={error} none={t('services.none')}>
        {order => (
          <Link to={`/orders/${order.id}`} className="item">
            <IconSquare icon={Zap} />
            <div>
              <p>{names.get(order.utilityId) ?? order.code}</p>
              <small>
                {order.code} · {when(order.appointmentAt ?? order.createdAt)}
              </small>
            </div>
            <Status status={order.status} />
          </Link>
        )}
      </List>
    </div>
  );
}

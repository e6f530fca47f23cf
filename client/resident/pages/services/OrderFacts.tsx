import { readPhone as sayPhone } from '@lobby/shared/kit/contact.ts';
import { type Order, readPhone } from '../../partner.ts';
import { Pictures } from '../../parts/parts.tsx';
import { money, t, when } from '../../words.ts';

/** Place, time and content of an order, and whom to call. */
export function Facts({ order, token }: { order: Order; token: string }) {
  const where = [order.unit, order.floor, order.block, order.project, order.address].filter(Boolean).join(', ');
  const price = order.total ?? order.quote;
  const rows: [string, string | null][] = [
    ['where', where],
    ['directions', order.directions],
    ['who', order.contactName],
    ['wantedFrom', when(order.wantedFrom)],
    ['wantedTo', when(order.wantedTo)],
    ['appointmentAt', when(order.appointmentAt)],
    ['employeeName', [order.employeeName, sayPhone(order.employeePhone ?? '')].filter(Boolean).join(' ')],
    ...order.items.map((item): [string, string] => ['items', `${item.quantity} × ${item.name}: ${money(item.price)}`]),
    ['price', price > 0 ? money(price) : null],
    ['note', order.finishNote],
    ['reason', order.reason],
  ];
  const call = () =>
    void readPhone(token).then(
      ({ phone }) => phone && window.open(`tel:${phone}`, '_self'),
      () => null,
    );
  return (
    <>
      <div>
        <h2>{order.title}</h2>
        <p>
          <span className="tag">{t(`order.status.${order.status}`)}</span> <small className="muted">{order.code}</small>
        </p>
        <p className="prose">{order.description}</p>
      </div>
      <dl>
        {rows.map(([name, value]) =>
          value ? (
            <div key={`${name} ${value}`}>
              <dt className="muted">{t(`order.fields.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {order.hasPhone && (
        <button type="button" className="quiet" onClick={call}>
          {t('order.call', { name: order.contactName ?? '' })}
        </button>
      )}
      <Pictures of={[...order.photos, ...order.finishPhotos]} label={t('order.picture')} />
    </>
  );
}

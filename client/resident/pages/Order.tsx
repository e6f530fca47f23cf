import { useEffect, useState } from 'react';
import { type GuestCall, guestCall, type Refused } from '../api.ts';
import { Refusal } from '../parts.tsx';
import { money, t, when } from '../words.ts';
import { OrderAct } from './OrderAct.tsx';

interface Picture {
  id: string;
  url: string;
  thumbUrl: string | null;
}
interface Order {
  code: string;
  title: string;
  description: string;
  status: string;
  project: string;
  address: string | null;
  unit: string | null;
  resident: string | null;
  partner: string;
  wantedFrom: string | null;
  wantedTo: string | null;
  appointmentAt: string | null;
  employeeName: string | null;
  employeePhone: string | null;
  quote: number;
  total: number | null;
  items: { name: string; quantity: number; price: number }[];
  finishNote: string | null;
  reason: string | null;
  photos: Picture[];
  finishPhotos: Picture[];
  acts: string[];
}
const READ_AGAIN_MS = 20_000;

/** An order as its partner sees it, by the link that it was sent. */
export function Page({ token }: { token: string }) {
  const [order, setOrder] = useState<Order | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => {
    const read = () => guestCall<Order>('/partner-page', token).then(setOrder, setRefused);
    void read();
    const timer = setInterval(read, READ_AGAIN_MS);
    return () => clearInterval(timer);
  }, [token]);
  useEffect(() => {
    if (order) document.title = `${order.code} ${order.title}`;
  }, [order]);
  async function send(name: string, body: Record<string, unknown>): Promise<boolean> {
    try {
      const sent: GuestCall = { method: 'PUT', body };
      setOrder(await guestCall<Order>(`/partner-page/${name}`, token, sent));
      setRefused(null);
      return true;
    } catch (error) {
      setRefused(error as Refused);
      return false;
    }
  }
  return (
    <div className="app">
      <header>
        <h1>{order ? order.project : t('order.title')}</h1>
      </header>
      <main>
        {!order && (
          <p className={refused ? 'error' : 'muted'}>{refused ? refused.message || t('failed') : t('loading')}</p>
        )}
        {order && (
          <div className="stack">
            <Facts order={order} />
            <Refusal refused={refused} />
            {order.acts.map(name => (
              <OrderAct key={name} name={name} token={token} wrong={refused?.fields ?? {}} send={send} />
            ))}
            {order.acts.length === 0 && <p className="muted">{t('order.nothing')}</p>}
          </div>
        )}
      </main>
    </div>
  );
}

function Facts({ order }: { order: Order }) {
  const where = [order.unit, order.project, order.address].filter(Boolean).join(', ');
  const rows: [string, string | null][] = [
    ['where', where],
    ['who', order.resident],
    ['wantedFrom', when(order.wantedFrom)],
    ['wantedTo', when(order.wantedTo)],
    ['appointmentAt', when(order.appointmentAt)],
    ['employeeName', [order.employeeName, order.employeePhone].filter(Boolean).join(' ')],
    ...order.items.map((one): [string, string] => ['items', `${one.quantity} × ${one.name}: ${money(one.price)}`]),
    ['price', money(order.total ?? order.quote)],
    ['note', order.finishNote],
    ['reason', order.reason],
  ];
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
      <p className="pictures">
        {[...order.photos, ...order.finishPhotos].map(one => (
          <a key={one.id} href={one.url} target="_blank" rel="noreferrer">
            <img src={one.thumbUrl ?? one.url} alt={t('order.picture')} width="96" height="96" />
          </a>
        ))}
      </p>
    </>
  );
}

import { type FormEvent, useState } from 'react';
import { call, type Refused, upload } from '../api.ts';
import { useReading } from '../live.ts';
import { Labelled, Link, List } from '../parts.tsx';
import { go } from '../path.ts';
import { t, when } from '../words.ts';
import { MODULE, type Order, PATH, Service, Status } from './Service.tsx';

/** What partners do for the unit: all orders, one with its way, and a new one. */
export function Page({ id }: { id: string | undefined }) {
  if (id === 'new') return <NewOrder />;
  return id ? <Service id={id} /> : <Orders />;
}

function Orders() {
  const { data, error } = useReading<Order[]>(`${PATH}?limit=50`, [MODULE]);
  return (
    <div className="stack">
      <button type="button" className="main" onClick={() => go('/orders/new')}>
        {t('services.new')}
      </button>
      <List rows={data} error={error} none={t('services.none')}>
        {order => (
          <Link to={`/orders/${order.id}`} className="item">
            <div>
              <p>{order.title}</p>
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

function NewOrder() {
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const wanted = String(form.get('wantedAt') ?? '');
    const photos = form.getAll('photos').filter((one): one is File => one instanceof File && one.size > 0);
    setBusy(true);
    try {
      const images = await upload(photos.slice(0, 5));
      const body = {
        ...{ title: form.get('title'), content: form.get('content'), images },
        ...(wanted && { wantedAt: new Date(wanted).toISOString() }),
      };
      go(`/orders/${(await call<Order>(PATH, { method: 'POST', body })).id}`);
    } catch (error) {
      setRefused(error as Refused);
      setBusy(false);
    }
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <Labelled label={t('services.title')} error={refused?.fields.title?.message}>
        <input name="title" maxLength={200} required />
      </Labelled>
      <Labelled label={t('services.content')} error={refused?.fields.content?.message}>
        <textarea name="content" rows={4} required />
      </Labelled>
      <Labelled label={t('order.fields.wantedAt')} error={refused?.fields.wantedAt?.message}>
        <input name="wantedAt" type="datetime-local" />
      </Labelled>
      <Labelled label={t('requests.photos')} error={refused?.fields.images?.message}>
        <input name="photos" type="file" accept="image/*" multiple />
      </Labelled>
      {refused && Object.keys(refused.fields).length === 0 && (
        <p className="error" role="alert">
          {refused.message || t('failed')}
        </p>
      )}
      <button type="submit" className="main" disabled={busy}>
        {t('services.send')}
      </button>
    </form>
  );
}

import { useState } from 'react';
import { saveFile } from '../../kit/http/save-file.ts';
import { call, callFile, type Refused } from '../api.ts';
import { BOOKED, BOOKINGS } from '../bookings.ts';
import { useReading } from '../live.ts';
import { Labelled, Refusal, Waiting } from '../parts.tsx';
import { QrView } from '../QrView.tsx';
import { money, t, when } from '../words.ts';
import { PaymentImages } from './BookingImages.tsx';
import { Move } from './BookingMove.tsx';
import { PayOnline } from './PayOnline.tsx';

export interface Row {
  id: string;
  code: string;
  utilityId: string;
  startAt: string;
  endAt: string;
  quantity: number;
  total: number;
  status: string;
  checkedInAt: string | null;
  version: number;
  slots: { from: string; to: string }[];
  paymentImages: { id: string; url: string; thumbUrl: string | null }[];
  reason: string | null;
  seriesId: string | null;
}
interface Back {
  percent: number;
  fee: number;
  deposit: number;
  surcharge: number;
  count: number;
}
interface Due {
  amount: number;
  /** What is paid online now: the first part that is due. */
  next: number;
  payBeforeAt: string | null;
  bank: { name: string; number: string; holder: string; content: string } | null;
  qr: string | null;
}
const OPEN = ['PENDING', 'APPROVED'];
const IMAGES_IN = ['PENDING', 'WAITING_FOR_COMPLETED'];

/** One booking: when it is, how it is paid, and what goes back when it is cancelled. */
export function Booking({ id }: { id: string }) {
  const { data, error, again } = useReading<Row>(`${BOOKINGS}/${id}`, BOOKED);
  const amenity = useReading<{ name: string }>(data && `/utility/${data.utilityId}`).data;
  const due = useReading<Due>(`${BOOKINGS}/${id}/payment-due`, BOOKED).data;
  if (!data) return <Waiting error={error} />;
  return (
    <div className="stack">
      <div>
        <h2>{amenity?.name}</h2>
        <p>
          <span className="tag">{t(`amenities.status.${data.status}`)}</span>{' '}
          <small className="muted">{data.code}</small>
        </p>
        <p>
          {when(data.startAt)} – {when(data.endAt)}
        </p>
        {data.total > 0 && <p>{money(data.total)}</p>}
        {data.checkedInAt && <p className="muted">{t('amenities.here', { at: when(data.checkedInAt) })}</p>}
        {data.reason && <p className="muted">{data.reason}</p>}
      </div>
      {due && due.amount > 0 && [...OPEN, 'WAITING_FOR_COMPLETED'].includes(data.status) && <Pay due={due} />}
      {due && due.next > 0 && <PayOnline items={[{ bookingId: id }]} purpose="BOOKING" sum={due.next} />}
      {[...OPEN, 'WAITING_FOR_COMPLETED'].includes(data.status) && <Add id={id} code={data.code} />}
      {IMAGES_IN.includes(data.status) && data.total > 0 && <PaymentImages booking={data} onDone={again} />}
      {data.status === 'PENDING' && <Move booking={data} onDone={again} />}
      {OPEN.includes(data.status) && <Cancel id={id} series={data.seriesId !== null} onDone={again} />}
    </div>
  );
}

/** A booking as an entry for the calendar of the phone. */
function Add({ id, code }: { id: string; code: string }) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const take = () =>
    void callFile(`${BOOKINGS}/${id}/ics`).then(
      file => saveFile(file, `${code}.ics`),
      failure => setRefused(failure as Refused),
    );
  return (
    <>
      <Refusal refused={refused} />
      <button type="button" className="quiet" onClick={take}>
        {t('calendar.add')}
      </button>
    </>
  );
}

function Pay({ due }: { due: Due }) {
  return (
    <section className="stack">
      <h2>{t('amenities.pay', { amount: money(due.amount) })}</h2>
      {due.payBeforeAt && <p className="muted">{t('amenities.payBy', { at: when(due.payBeforeAt) })}</p>}
      {due.qr && <QrView text={due.qr} label={t('fees.qr')} />}
      {due.bank && (
        <p>
          {due.bank.name} · {due.bank.number}
          <br />
          {due.bank.holder}
          <br />
          {due.bank.content}
        </p>
      )}
    </section>
  );
}

/** A cancellation: first what goes back, then the reason. */
function Cancel({ id, series, onDone }: { id: string; series: boolean; onDone: () => void }) {
  const [scope, setScope] = useState<'THIS' | 'FOLLOWING'>('THIS');
  const [back, setBack] = useState<Back | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const failed = (failure: unknown) => setRefused(failure as Refused);
  const ask = (of = scope) => {
    setScope(of);
    void call<Back>(`${BOOKINGS}/${id}/cancel-preview?scope=${of}`).then(setBack, failed);
  };
  const sum = back ? back.fee + back.deposit + back.surcharge : 0;
  const cancel = (reason: unknown) =>
    void call(`${BOOKINGS}/${id}/cancel`, { method: 'PUT', body: { reason, amount: sum, scope } }).then(onDone, failed);
  return (
    <>
      {refused && (
        <p className="error" role="alert">
          {refused.message || t('failed')}
        </p>
      )}
      {!back && (
        <button type="button" className="quiet" onClick={() => ask()}>
          {t('amenities.cancel')}
        </button>
      )}
      {back && (
        <form
          onSubmit={event => {
            event.preventDefault();
            cancel(new FormData(event.currentTarget).get('reason'));
          }}
        >
          {series && (
            <label className="check">
              <input
                type="checkbox"
                checked={scope === 'FOLLOWING'}
                onChange={event => ask(event.target.checked ? 'FOLLOWING' : 'THIS')}
              />
              {t('amenities.following', { count: back.count })}
            </label>
          )}
          <p>{sum > 0 ? t('amenities.back', { amount: money(sum), percent: back.percent }) : t('amenities.noBack')}</p>
          <Labelled label={t('services.why')}>
            <textarea name="reason" rows={2} required />
          </Labelled>
          <button type="submit" className="main">
            {t('amenities.cancelNow')}
          </button>
        </form>
      )}
    </>
  );
}

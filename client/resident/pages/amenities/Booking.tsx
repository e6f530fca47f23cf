import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { cancelPreview } from '@lobby/shared/modules/utility-booking.contract.ts';
import { CalendarPlus, QrCode } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../../kit/http/save-file.ts';
import { BOOKED, BOOKING_TONES, BOOKINGS, hasPass } from '../../bookings.ts';
import { call, callFile, type Refused } from '../../data/api.ts';
import { callContract } from '../../data/contract.ts';
import { useReading } from '../../data/live.ts';
import { CopyField } from '../../parts/CopyField.tsx';
import { Card, Parts } from '../../parts/cards.tsx';
import { PassCard, QrView, SaveQr } from '../../parts/codes.tsx';
import { useTitle } from '../../parts/head.tsx';
import { Labelled, Refusal, Waiting } from '../../parts/parts.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { placeScene } from '../../scene-of.ts';
import { sceneUrl } from '../../scenes.ts';
import { dayAt, fullDay, money, namedIn, t, time, when } from '../../words.ts';
import { PayOnline } from '../fees/PayOnline.tsx';
import { PaymentImages } from './BookingImages.tsx';
import { Move } from './BookingMove.tsx';

export interface Row {
  id: string;
  code: string;
  utilityId: string;
  startAt: string;
  endAt: string;
  quantity: number;
  fee: number;
  surcharge: number;
  deposit: number;
  total: number;
  paid: number;
  status: string;
  checkedInAt: string | null;
  version: number;
  slots: { from: string; to: string }[];
  paymentImages: { id: string; url: string; thumbUrl: string | null }[];
  reason: string | null;
  seriesId: string | null;
}
interface Amenity {
  name: string;
  nameEn?: string | null;
  photos: { url: string }[];
}
type Back = AnswerOf<typeof cancelPreview>;
interface Due {
  amount: number;
  /** The part that is paid online next. */
  next: number;
  payBeforeAt: string | null;
  bank: { name: string; number: string; holder: string; content: string } | null;
  qr: string | null;
}
const OPEN = ['PENDING', 'APPROVED'];
const IMAGES_IN = ['PENDING', 'WAITING_FOR_COMPLETED'];

/** A booking: details, status, pass, price and payment; `<id>_pass` opens with the pass. */
export function Booking({ id: text }: { id: string }) {
  const [id = '', shown] = text.split('_');
  const { data, error, again } = useReading<Row>(`${BOOKINGS}/${id}`, BOOKED);
  const amenity = useReading<Amenity>(data && `/utility/${data.utilityId}`).data;
  const due = useReading<Due>(`${BOOKINGS}/${id}/payment-due`, BOOKED).data;
  const [passing, setPassing] = useState(shown === 'pass');
  const name = amenity && namedIn(amenity);
  useTitle(name ?? undefined);
  if (!data) return <Waiting error={error} />;
  const { status, startAt, endAt, quantity, total } = data;
  const open = [...OPEN, 'WAITING_FOR_COMPLETED'].includes(status);
  const times = `${time(startAt)} – ${time(endAt)}`;
  const [picture] = amenity?.photos ?? [];
  return (
    <div className="stack">
      <div className="card story">
        <img className="cover" src={picture?.url ?? sceneUrl(placeScene(amenity?.name ?? ''))} alt="" />
        <p className="section">
          <b>{fullDay(dayAt(startAt))}</b>
          <span className="tag" data-tone={BOOKING_TONES[status]}>
            {t(`amenities.status.${status}`)}
          </span>
        </p>
        <strong className="clock">{times}</strong>
        <small>
          <Parts of={[quantity > 1 && t('home.places', { count: quantity }), data.code].filter(Boolean).join(' · ')} />
        </small>
        {data.checkedInAt && <small>{t('amenities.here', { at: when(data.checkedInAt) })}</small>}
        {data.reason && <small>{data.reason}</small>}
        {open && (
          <div className="pair">
            {hasPass(data) && (
              <button type="button" className="main" onClick={() => setPassing(true)}>
                <QrCode size={20} aria-hidden />
                {t('amenities.pass')}
              </button>
            )}
            <Add id={id} code={data.code} />
          </div>
        )}
      </div>
      {(total > 0 || data.deposit > 0) && <Costs of={data} due={due?.amount ?? 0} />}
      {due && due.amount > 0 && open && <Pay due={due} code={data.code} />}
      {due && due.next > 0 && <PayOnline items={[{ bookingId: id }]} purpose="BOOKING" sum={due.next} />}
      {IMAGES_IN.includes(status) && total > 0 && <PaymentImages booking={data} onDone={again} />}
      {status === 'PENDING' && <Move booking={data} onDone={again} />}
      {OPEN.includes(status) && <Cancel id={id} series={data.seriesId !== null} onDone={again} />}
      {passing && (
        <Sheet title={t('amenities.pass')} onClose={() => setPassing(false)}>
          <div className="pass">
            <b>{name}</b>
            <p>
              {fullDay(dayAt(startAt))} · {times}
            </p>
            <PassCard passCode={data.code} />
            <p className="muted">{t('amenities.passHelp')}</p>
          </div>
        </Sheet>
      )}
    </div>
  );
}

/** Parts of the price, the refundable ones, and the amount left. */
function Costs({ of: { fee, surcharge, deposit, paid }, due }: { of: Row; due: number }) {
  const lines = [
    ['fee', fee],
    ['surcharge', surcharge],
    ['deposit', deposit],
  ] as const;
  return (
    <Card className="pad" label={t('amenities.costs')}>
      <table className="counted">
        <tbody>
          {lines.map(
            ([name, amount]) =>
              amount > 0 && (
                <tr key={name}>
                  <td>{t(`amenities.sums.${name}`)}</td>
                  <td>{money(amount)}</td>
                </tr>
              ),
          )}
          {paid > 0 && (
            <tr className="sum">
              <td>{t('fees.already')}</td>
              <td>{money(-paid)}</td>
            </tr>
          )}
          <tr className="sum total">
            <td>{t(due > 0 ? 'amenities.due' : 'amenities.sums.total')}</td>
            <td>{money(due > 0 ? due : fee + surcharge + deposit)}</td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
}

/** Saves a booking as a calendar file. */
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
      <button type="button" className="outline" onClick={take}>
        <CalendarPlus size={20} aria-hidden />
        {t('calendar.add')}
      </button>
    </>
  );
}

/** Transfer details of the amount due: QR code, and texts to copy. */
function Pay({ due: { amount, payBeforeAt, qr, bank }, code }: { due: Due; code: string }) {
  const lines = bank ? [money(amount), bank.content, `${bank.name} ${bank.number}`] : [];
  return (
    <Card className="pad" label={t('fees.transfer')}>
      <p className="section">
        <b>{t('fees.transfer')}</b>
        {payBeforeAt && <small>{t('amenities.payBy', { at: when(payBeforeAt) })}</small>}
      </p>
      {qr && <QrView text={qr} label={t('fees.qr')} caption={t('fees.anyBank')} />}
      {bank && (
        <div>
          <CopyField label={`${bank.name} · ${bank.holder}`} value={bank.number} />
          <CopyField label={t('fees.keepContent')} value={bank.content} />
        </div>
      )}
      {qr && <SaveQr text={qr} lines={lines} name={`${code}.png`} />}
    </Card>
  );
}

/** Cancels a booking: shows the refund first, then asks for the reason. */
function Cancel({ id, series, onDone }: { id: string; series: boolean; onDone: () => void }) {
  const [scope, setScope] = useState<'THIS' | 'FOLLOWING'>('THIS');
  const [back, setBack] = useState<Back | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const failed = (failure: unknown) => setRefused(failure as Refused);
  const ask = (of = scope) => {
    setScope(of);
    void callContract<typeof cancelPreview>('GET', '/utility-booking/:id/cancel-preview', {
      params: { id },
      query: { scope: of },
    }).then(setBack, failed);
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
          <button type="button" className="quiet" onClick={() => setBack(null)}>
            {t('keep')}
          </button>
        </form>
      )}
    </>
  );
}

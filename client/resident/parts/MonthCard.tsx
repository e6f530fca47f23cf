import { AlarmClock, Check, ChevronDown, Clock } from 'lucide-react';
import { detailOf, iconOf, monthTitle, shortDay, urgencyOf } from '../fees.ts';
import { type Bill, isOwed, leftOf, type Month } from '../months.ts';
import { money, t } from '../words.ts';
import { IconSquare, Row } from './cards.tsx';

/** More paid bills than this are folded if something is still owed. */
const SHOWN_PAID = 2;

const Paid = ({ on }: { on: string | null }) => (
  <small className="tone" data-tone="done">
    <Check size={12} strokeWidth={3} aria-hidden />
    {on ? t('fees.paidOn', { day: shortDay(on) }) : t('status.PAID')}
  </small>
);

/** A bill: its service, quantity, and the amount left or the date of payment. */
export function FeeRow({ bill }: { bill: Bill }) {
  const owed = isOwed(bill);
  const paid = bill.total - bill.remaining;
  return (
    <Row
      to={`/bills/${bill.id}`}
      quiet={!owed}
      start={<IconSquare icon={iconOf(bill)} quiet={!owed} />}
      title={bill.createdFor === 'INTEREST' ? t('fees.interest') : bill.service}
      detail={detailOf(bill)}
      end={
        <>
          <b className="money">{money(owed ? leftOf(bill) : bill.total)}</b>
          {!owed && <Paid on={bill.paidOn} />}
          {owed && bill.interest > 0 && <small>{t('fees.withInterest', { amount: money(bill.interest) })}</small>}
          {owed && bill.interest === 0 && paid > 0 && <small>{t('fees.paidOf', { amount: money(paid) })}</small>}
        </>
      }
    />
  );
}

/** Status of a month: when the rest is due, or that all is paid. */
function Standing({ month }: { month: Month }) {
  if (month.left === 0)
    return (
      <span className="tone" data-tone="done">
        <Check size={12} strokeWidth={3} aria-hidden />
        {month.paidOn ? t('fees.allPaidOn', { day: shortDay(month.paidOn) }) : t('fees.paid')}
      </span>
    );
  const urgency = urgencyOf(month.dueDate);
  if (!urgency || !month.dueDate) return null;
  const Icon = urgency.tone === 'bad' ? AlarmClock : Clock;
  const due =
    urgency.tone === 'bad' ? urgency.text : `${t('fees.dueOn', { day: shortDay(month.dueDate) })} · ${urgency.text}`;
  return (
    <span className="tone" data-tone={urgency.tone ?? undefined}>
      <Icon size={12} strokeWidth={2.4} aria-hidden />
      {due}
    </span>
  );
}

/** A month: the amount left, its services by name, and paid ones last. */
export function MonthCard({ month }: { month: Month }) {
  const { owed, paid, total, left } = month;
  const done = Math.max(0, total - owed.reduce((sum, { remaining }) => sum + remaining, 0));
  const folded = left > 0 && paid.length > SHOWN_PAID;
  const head = (
    <>
      <p>
        <b>{monthTitle(month.month)}</b>
        <span>
          {left > 0 && <small>{t('fees.left')}</small>}
          <b className="money">{money(left > 0 ? left : total)}</b>
        </span>
      </p>
      <p className="meta">
        <Standing month={month} />
        {left > 0 && done > 0 && <span>{t('fees.paidOf', { amount: money(done) })}</span>}
      </p>
    </>
  );
  if (left === 0)
    return (
      <details className="card month" data-paid>
        <summary>
          <span className="month-head">{head}</span>
          <ChevronDown size={16} aria-hidden />
        </summary>
        {paid.map(bill => (
          <FeeRow key={bill.id} bill={bill} />
        ))}
      </details>
    );
  return (
    <section className="card month">
      <div className="month-head">
        {head}
        {done > 0 && (
          <div className="progress" aria-hidden>
            <i style={{ width: `${Math.min(100, (done / total) * 100)}%` }} />
          </div>
        )}
      </div>
      <div className="rows">
        {owed.map(bill => (
          <FeeRow key={bill.id} bill={bill} />
        ))}
        {!folded && paid.map(bill => <FeeRow key={bill.id} bill={bill} />)}
      </div>
      {folded && (
        <details className="fold">
          <summary>
            <Check size={16} aria-hidden />
            <span>{t('fees.paidCount', { count: paid.length })}</span>
            <span className="money">{money(paid.reduce((sum, bill) => sum + bill.total, 0))}</span>
            <ChevronDown size={16} aria-hidden />
          </summary>
          {paid.map(bill => (
            <FeeRow key={bill.id} bill={bill} />
          ))}
        </details>
      )}
    </section>
  );
}

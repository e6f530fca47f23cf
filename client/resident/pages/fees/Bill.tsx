import type { explainBill } from '@lobby/shared/modules/bill.contract.ts';
import { AlarmClock, ArrowRight, MessageCircleQuestion } from 'lucide-react';
import { useEffect } from 'react';
import { useContract } from '../../data/contract.ts';
import { useReading } from '../../data/live.ts';
import { monthText, nameOf, shortDay, urgencyOf, useBills } from '../../fees.ts';
import { type Bill, isOwed, leftOf } from '../../months.ts';
import { AmountHead, Card, Parts } from '../../parts/cards.tsx';
import { useTitle } from '../../parts/head.tsx';
import { Pictures, Tag, Waiting } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { day, money, number, t, unitWord } from '../../words.ts';

interface Reading {
  meter: string | null;
  oldIndex: number | null;
  newIndex: number | null;
  used: number | null;
}
interface Item {
  kind: string;
  key: string | null;
  quantity: number | null;
  price: number | null;
  amount: number;
}
interface Whole {
  items: Item[];
  readings: Reading[];
  oldIndex: number | null;
  newIndex: number | null;
  net: number;
  surcharge: number;
  vat: number;
  originalTotal: number;
  total: number;
}
const MONTHS = 6;

/** A bill: the amount left, the last months, meter readings, and its calculation. */
export function OneBill({ id }: { id: string }) {
  const { data, error } = useBills();
  const bill = data?.bills.find(row => row.id === id);
  // The link may be that of a notice, or of a cancelled bill; the list of bills explains it.
  const lost = Boolean(data && !bill);
  useEffect(() => {
    if (lost) go('/bills', 'replace');
  }, [lost]);
  useTitle(bill && t('fees.ofMonth', { service: nameOf(bill), month: monthText(bill.month) }));
  if (!data) return <Waiting error={error} />;
  if (!bill) return null;
  const owed = isOwed(bill);
  const urgency = urgencyOf(bill.dueDate);
  const due = bill.dueDate && t('fees.dueOn', { day: shortDay(bill.dueDate) });
  return (
    <>
      <div className="stack">
        <Card>
          <AmountHead amount={money(owed ? leftOf(bill) : bill.total)} tag={null}>
            {owed && urgency?.tone === 'bad' ? (
              <span className="tag" data-tone="bad">
                <AlarmClock size={12} strokeWidth={2.4} aria-hidden />
                {t('fees.overdue')}
              </span>
            ) : (
              <Tag status={bill.paymentState} />
            )}
          </AmountHead>
          <p className="under">
            <small className="tone" data-tone={owed ? (urgency?.tone ?? undefined) : 'done'}>
              {owed
                ? [due, urgency?.text.toLowerCase()].filter(Boolean).join(' · ')
                : bill.paidOn && t('fees.paidOn', { day: day(bill.paidOn) })}
            </small>
            <small>{bill.code}</small>
          </p>
          {owed && bill.interest > 0 && (
            <p className="under">
              <small>{t('fees.untilToday', { amount: money(bill.remaining), interest: money(bill.interest) })}</small>
            </p>
          )}
        </Card>
        <Months bill={bill} bills={data.bills} />
        <Counted bill={bill} />
      </div>
      <div className="foot">
        <button type="button" className="outline" onClick={() => go(`/chat/ACCOUNTING_${bill.code ?? ''}`)}>
          <MessageCircleQuestion size={20} aria-hidden />
          {t('fees.ask')}
        </button>
        {owed && (
          <button type="button" className="main" onClick={() => go('/bills/pay')}>
            {t('pages.pay')}
          </button>
        )}
      </div>
    </>
  );
}

/** Quantity by month; amounts for services without one. */
function Months({ bill, bills }: { bill: Bill; bills: readonly Bill[] }) {
  const same = bills
    .filter(
      other => other.serviceId === bill.serviceId && other.createdFor === bill.createdFor && other.month <= bill.month,
    )
    .slice(0, MONTHS)
    .toReversed();
  const counted =
    same.every(({ quantity }) => quantity !== null) && new Set(same.map(other => other.quantity)).size > 1;
  const amountOf = (row: Bill) => (counted ? (row.quantity ?? 0) : row.total);
  if (same.length < 2 || bill.createdFor !== 'SERVICE') return null;
  const most = Math.max(...same.map(amountOf), 1);
  const before = same.at(-2);
  const more = before ? amountOf(bill) - amountOf(before) : 0;
  const cost = before ? bill.total - before.total : 0;
  const summary = counted
    ? `${number(Math.abs(more))}\u00a0${unitWord(bill.unitName, Math.abs(more))}, ${money(Math.abs(cost))}`
    : money(Math.abs(cost));
  return (
    <Card className="pad" label={t('fees.months', { count: same.length })}>
      <p className="section">
        <b>{t('fees.months', { count: same.length })}</b>
        <small>{counted ? unitWord(bill.unitName, 2) : '₫'}</small>
      </p>
      {before && more !== 0 && (
        <small>
          {t(more > 0 ? 'fees.more' : 'fees.less', { month: monthText(before.month) })}{' '}
          <b className="tone" data-tone={more > 0 ? 'waiting' : 'done'}>
            {summary}
          </b>
        </small>
      )}
      <ol className="bars">
        {same.map(month => (
          <li key={month.id} data-now={month.id === bill.id ? '' : undefined}>
            <small>{counted ? number(amountOf(month)) : number(Math.round(amountOf(month) / 1000))}</small>
            <i style={{ height: `${Math.max(3, (amountOf(month) / most) * 100)}px` }} />
            <small>{month.month.slice(5)}</small>
          </li>
        ))}
      </ol>
      {!counted && <small>{t('fees.thousands')}</small>}
    </Card>
  );
}

/** Meter readings, price tiers, taxes, adjustments and total. */
function Counted({ bill }: { bill: Bill }) {
  const whole = useReading<Whole>(`/bill/${bill.id}`, ['BILL']).data;
  const { data: explained, error } = useContract<typeof explainBill>('/bill/:id/explain', { params: { id: bill.id } }, [
    'BILL',
  ]);
  if (!whole || !explained) return <Waiting error={error} />;
  const all = whole.readings?.length ? whole.readings : [];
  const readings = all.filter(reading => reading.newIndex !== null);
  const items = whole.items ?? [];
  const stepped = items.length > 1 && items.every(({ kind, price }) => kind === 'TIER' && price !== null);
  const period =
    bill.periodStart && bill.periodEnd
      ? t('fees.period', { from: shortDay(bill.periodStart), to: day(bill.periodEnd) })
      : '';
  const paid = bill.total - bill.remaining;
  return (
    <>
      {readings.map(reading => (
        <Card key={`${reading.meter} ${reading.oldIndex}`} className="pad" label={t('fees.reading')}>
          <p className="section">
            <b>{t('fees.reading')}</b>
            <small>
              <Parts of={[reading.meter, period].filter(Boolean).join(' · ')} />
            </small>
          </p>
          <div className="read">
            <span>
              <small>{t('fees.before')}</small>
              <b>{number(reading.oldIndex ?? 0)}</b>
            </span>
            <ArrowRight size={16} aria-hidden />
            <span>
              <small>{t('fees.now')}</small>
              <b>{number(reading.newIndex ?? 0)}</b>
            </span>
            <span>
              <small>{t('fees.used')}</small>
              <b>
                {number(reading.used ?? 0)} {unitWord(bill.unitName, reading.used ?? 0)}
              </b>
            </span>
          </div>
        </Card>
      ))}
      {explained.photos.length > 0 && (
        <Card className="pad" label={t('fees.meterPhoto')}>
          <p className="section">
            <b>{t('fees.meterPhoto')}</b>
          </p>
          <Pictures of={explained.photos} label={t('fees.meterPhoto')} />
        </Card>
      )}
      <Card className="pad" label={t('fees.how')}>
        <p className="section">
          <b>{t('fees.how')}</b>
          {/* Elsewhere the facts below begin with it. */}
          {stepped && readings.length === 0 && <small>{period}</small>}
        </p>
        {!stepped && readings.length === 0 && explained.facts.map(fact => <small key={fact}>{fact}</small>)}
        <table className="counted">
          {stepped && (
            <thead>
              <tr>
                <th scope="col">{t('fees.step')}</th>
                <th scope="col">{bill.unitName}</th>
                <th scope="col">{t('fees.price')}</th>
                <th scope="col">{t('fees.amount')}</th>
              </tr>
            </thead>
          )}
          <tbody>
            {stepped
              ? items.map(({ key, quantity, price, amount }) => (
                  <tr key={key}>
                    <td>{key}</td>
                    <td>{number(quantity ?? 0)}</td>
                    <td>{money(price ?? 0)}</td>
                    <td>{money(amount)}</td>
                  </tr>
                ))
              : explained.lines.map(({ key, what, amount }) => (
                  <tr key={key}>
                    <td colSpan={3}>{what}</td>
                    <td>{money(amount)}</td>
                  </tr>
                ))}
            {stepped && (whole.vat > explained.includedVat || whole.surcharge > 0) && (
              <tr className="sum">
                <td colSpan={3}>{t('fees.net')}</td>
                <td>{money(whole.net)}</td>
              </tr>
            )}
            {stepped &&
              explained.lines
                .filter(({ key }) => key === 'surcharge' || key === 'vat')
                .map(({ key, what, amount }) => <Sum key={key} label={what} amount={amount} />)}
            {bill.adjusted && (
              <Sum
                label={[t('fees.adjusted'), bill.adjusted.reason].filter(Boolean).join(': ')}
                amount={bill.adjusted.amount}
              />
            )}
            <tr className="sum total">
              <td colSpan={3}>{t('fees.total')}</td>
              <td>{money(bill.total)}</td>
            </tr>
            {explained.includedVat > 0 && <Sum label={t('fees.includedVat')} amount={explained.includedVat} />}
            {bill.interest > 0 && <Sum label={t('fees.interest')} amount={bill.interest} />}
            {isOwed(bill) && (paid > 0 || bill.interest > 0) && (
              <>
                {paid > 0 && <Sum label={t('fees.already')} amount={-paid} />}
                <tr className="total">
                  <td colSpan={3}>{t('fees.left')}</td>
                  <td>{money(leftOf(bill))}</td>
                </tr>
              </>
            )}
          </tbody>
        </table>
      </Card>
    </>
  );
}

const Sum = ({ label, amount }: { label: string; amount: number }) => (
  <tr>
    <td colSpan={3}>{label}</td>
    <td>{money(amount)}</td>
  </tr>
);

import { feeMonthsOf } from '@lobby/shared/billing/fee-months.ts';
import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { useReading } from '../../data/live.ts';
import { useRows } from '../../data/rows.ts';
import { useSession } from '../../data/session.ts';
import { daysLeft, monthName, monthTitle, nameOf } from '../../fees.ts';
import { type Bill, leftOf } from '../../months.ts';
import { CopyField } from '../../parts/CopyField.tsx';
import { QrView, SaveQr } from '../../parts/QrView.tsx';
import { Sheet } from '../../parts/Sheet.tsx';
import { money, t } from '../../words.ts';
import { PayOnline, useOnlineMode } from './PayOnline.tsx';

interface Transfer {
  bank: string;
  account: string;
  holder: string;
  content: string;
  payload: string | null;
}
const MODULES = ['FEE_NOTICE'];

/** Purpose of a payment: `6 bills: 11/2026 and debt of 10/2026`. */
function Purpose({ bills }: { bills: readonly Bill[] }) {
  const isLate = ({ dueDate }: Bill) => dueDate !== null && daysLeft(dueDate) < 0;
  const parts = [...Map.groupBy(bills, feeMonthsOf(bills))]
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, ofMonth]) => t(ofMonth.every(isLate) ? 'fees.debtOf' : 'fees.of', { month: monthName(month) }));
  return <small>{t('fees.purpose', { count: bills.length, months: parts.join(', ') })}</small>;
}

/** Pays all that is owed by transfer with a reference, or online. Closes once the payment is received. */
export function PaySheet({ bills: owed, onClose }: { bills: readonly Bill[]; onClose: () => void }) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [choosing, setChoosing] = useState(false);
  const bills = owed.filter(({ id }) => !left.includes(id));
  const unitCode = useSession()?.home.unitCode ?? '';
  const mode = useOnlineMode();
  const sum = bills.reduce((all, bill) => all + leftOf(bill), 0);
  const total = useRef(sum);
  if (sum > 0) total.current = sum;
  const last = useRows<typeof feeNotice>('/fee-notice', { limit: 20 }, MODULES).data?.[0];
  const path = last && sum > 0 ? `/fee-notice/${last.id}/qr?amount=${sum}` : null;
  const transfer = useReading<Transfer[]>(path, MODULES).data?.[0];
  if (choosing)
    return (
      <Choosing
        bills={owed}
        left={left}
        sum={sum}
        onLeft={setLeft}
        onDone={() => setChoosing(false)}
        onClose={onClose}
      />
    );
  if (sum === 0)
    return (
      <Sheet title={t('fees.transfer')} onClose={onClose}>
        <p className="came" role="status">
          <Check size={32} aria-hidden />
          <strong>{money(total.current)}</strong>
          {t('fees.came')}
        </p>
        <button type="button" className="main" onClick={onClose}>
          {t('close')}
        </button>
      </Sheet>
    );
  const lines = transfer ? [money(sum), transfer.content, `${transfer.bank} ${transfer.account}`] : [];
  return (
    <Sheet title={t('fees.transfer')} onClose={onClose}>
      <div className="asked">
        <strong>{money(sum)}</strong>
        <p>
          <Purpose bills={bills} />
          {owed.length > 1 && (
            <button type="button" className="text" onClick={() => setChoosing(true)}>
              {t('fees.choose')}
            </button>
          )}
        </p>
      </div>
      {mode?.mode === 'VIEW_ONLY' && <p>{mode.words}</p>}
      {transfer && mode && mode.mode !== 'VIEW_ONLY' && (
        <>
          {transfer.payload && <QrView text={transfer.payload} label={t('fees.qr')} caption={t('fees.anyBank')} />}
          <div>
            <CopyField label={`${transfer.bank} · ${transfer.holder}`} value={transfer.account} />
            <CopyField label={t('fees.keepContent')} value={transfer.content} />
          </div>
          {transfer.payload && <SaveQr text={transfer.payload} lines={lines} name={`${unitCode}-${sum}.png`} sends />}
          <p className="waits">
            <i />
            {t('fees.waits')}
          </p>
        </>
      )}
      {mode?.mode === 'ON' && (
        <PayOnline
          folded
          items={bills.map(({ id }) => ({ billId: id }))}
          purpose="BILLS"
          sum={sum}
          shown={transfer?.payload ? 'VIETQR' : undefined}
        />
      )}
    </Sheet>
  );
}

interface ChoosingProps {
  bills: readonly Bill[];
  /** Bills excluded from this payment. */
  left: readonly string[];
  sum: number;
  onLeft: (left: readonly string[]) => void;
  onDone: () => void;
  onClose: () => void;
}

/** Chooses the bills to pay now. */
function Choosing({ bills, left, sum, onLeft, onDone, onClose }: ChoosingProps) {
  return (
    <Sheet title={t('fees.choosing')} onClose={onClose}>
      <div className="picks">
        {bills.map(bill => (
          <label key={bill.id} className="check">
            <input
              type="checkbox"
              checked={!left.includes(bill.id)}
              onChange={event => onLeft(event.target.checked ? left.filter(id => id !== bill.id) : [...left, bill.id])}
            />
            <span className="what">
              {nameOf(bill)}
              <small>{monthTitle(bill.month)}</small>
            </span>
            <b className="money">{money(leftOf(bill))}</b>
          </label>
        ))}
      </div>
      <button type="button" className="main" disabled={sum === 0} onClick={onDone}>
        {t('fees.pay', { amount: money(sum) })}
      </button>
    </Sheet>
  );
}

import { Coins, History, Scale } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useBills } from '../../fees.ts';
import { byMonth, isOwed, leftOf } from '../../months.ts';
import { Card, IconSquare, Row } from '../../parts/cards.tsx';
import { HeadEnd } from '../../parts/head.tsx';
import { MonthCard } from '../../parts/MonthCard.tsx';
import { Link, Waiting } from '../../parts/parts.tsx';
import { go } from '../../path.ts';
import { day, money, t } from '../../words.ts';
import { OneBill } from './Bill.tsx';
import { useUnanswered } from './Comparisons.tsx';
import { Debts } from './Debts.tsx';
import { missingOf, useAskedDeposits } from './Deposits.tsx';
import { PaidFees } from './PaidFees.tsx';
import { useOnlineMode } from './PayOnline.tsx';

/** Loaded when somebody pays, because it includes drawing of codes. */
const PaySheet = lazy(async () => ({ default: (await import('./PaySheet.tsx')).PaySheet }));

/** Bills of the home by month, one bill, or past payments; `pay` opens the payment sheet. */
export function Page({ id }: { id: string | undefined }) {
  if (id === 'paid') return <PaidFees />;
  return id && id !== 'pay' ? <OneBill id={id} /> : <Fees paying={id === 'pay'} />;
}

/** Links to deposits that the household has to pay and debt comparisons that it has to answer. */
function Asked() {
  const deposits = useAskedDeposits() ?? [];
  const unanswered = useUnanswered() ?? [];
  if (deposits.length + unanswered.length === 0) return null;
  return (
    <Card>
      {unanswered.map(({ id, code, asOf }) => (
        <Row
          key={id}
          to={`/comparisons/${id}`}
          start={<IconSquare icon={Scale} />}
          title={t('comparisons.waits')}
          detail={`${code} · ${t('comparisons.asOf', { day: day(asOf) })}`}
          opens
        />
      ))}
      {deposits.map(deposit => (
        <Row
          key={deposit.id}
          to={`/deposits/${deposit.id}`}
          start={<IconSquare icon={Coins} />}
          title={deposit.content}
          detail={deposit.dueOn ? t('fees.dueOn', { day: day(deposit.dueOn) }) : deposit.code}
          end={<span className="money">{money(missingOf(deposit))}</span>}
          opens
        />
      ))}
    </Card>
  );
}

function Fees({ paying }: { paying: boolean }) {
  const { data, error } = useBills();
  const [open, setOpen] = useState(paying);
  const mode = useOnlineMode();
  // Only opens if something is owed; a payment while it is open is reported in the sheet.
  const began = useRef(false);
  if (!data) return <Waiting error={error} />;
  const owed = data.bills.filter(isOwed);
  const sum = owed.reduce((all, bill) => all + leftOf(bill), 0);
  if (sum > 0) began.current = true;
  const months = byMonth(data.bills);
  return (
    <>
      <HeadEnd>
        <Link to="/bills/paid">
          <History size={20} aria-hidden />
          {t('fees.past')}
        </Link>
      </HeadEnd>
      <div className="stack">
        {mode?.mode === 'VIEW_ONLY' && mode.words && sum > 0 && <p>{mode.words}</p>}
        {months.length === 0 && <p className="muted">{t('fees.none')}</p>}
        {months
          .toSorted((a, b) => Number(b.left > 0) - Number(a.left > 0))
          .map(month => (
            <MonthCard key={month.month} month={month} />
          ))}
        <Asked />
        <Debts bills={owed} />
      </div>
      {sum > 0 && (
        <div className="foot">
          <button type="button" className="main" onClick={() => setOpen(true)}>
            {t('fees.pay', { amount: money(sum) })}
          </button>
        </div>
      )}
      {open && began.current && (
        <Suspense fallback={null}>
          <PaySheet
            bills={owed}
            onClose={() => {
              setOpen(false);
              if (paying) go('/bills');
            }}
          />
        </Suspense>
      )}
    </>
  );
}

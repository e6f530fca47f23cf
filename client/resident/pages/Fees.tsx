import { useReading } from '../live.ts';
import { List, Tag } from '../parts.tsx';
import { Qr } from '../Qr.tsx';
import { useSession } from '../session.ts';
import { money, t } from '../words.ts';
import { Account } from './Account.tsx';
import { Channels } from './Channels.tsx';
import { Debts } from './Debts.tsx';
import { HowCounted } from './HowCounted.tsx';
import { Invoices } from './Invoices.tsx';
import { PayBills } from './PayBills.tsx';
import { useOnlineMode } from './PayOnline.tsx';

interface Bill {
  id: string;
  service: string;
  month: string;
  total: number;
  remaining: number;
  interest: number;
  paymentState: string;
  dueDate: string | null;
}
interface Notice {
  id: string;
  code: string;
  month: string;
  totalPayment: number;
  remaining: number;
  day: string;
}
interface Paper {
  code: string;
  month: string;
  owed: number;
  lines: { service: string; total: number }[];
  bank: { name: string; number: string; holder: string; content: string } | null;
  qr: string | null;
}

const MODULES = ['BILL', 'FEE_NOTICE'];
const day = (text: string) => text.split('-').reverse().join('/');

/** What the unit owes, how it is paid, and what it was for. */
export function Page() {
  const unitId = useSession()?.home.unitId;
  const { data: of, error } = useReading<{ bills: Bill[] }>(unitId ? `/bill/units/${unitId}` : null, MODULES);
  const bills = of?.bills ?? null;
  const notices = useReading<Notice[]>('/fee-notice?limit=20', MODULES).data;
  const online = useOnlineMode();
  const last = notices?.[0];
  const paper = useReading<Paper[]>(last ? `/fee-notice/papers?ids[]=${last.id}` : null, MODULES).data?.[0];
  const owed = bills?.reduce((sum, { remaining }) => sum + remaining, 0) ?? 0;
  return (
    <div className="stack">
      {bills && (
        <p>
          {t('fees.owed')} <strong>{money(owed)}</strong>
        </p>
      )}
      {online?.mode === 'VIEW_ONLY' && online.words && owed > 0 && <p>{online.words}</p>}
      {paper && owed > 0 && <Pay paper={{ ...paper, qr: online?.mode === 'VIEW_ONLY' ? null : paper.qr }} />}
      {online?.mode === 'ON' && owed > 0 && bills && (
        <PayBills bills={bills.filter(({ remaining, interest }) => remaining + interest > 0)} />
      )}
      <List rows={bills} error={error} none={t('fees.none')}>
        {bill => (
          <div className="item">
            <div>
              <p>
                {bill.service} {day(bill.month)} · {money(bill.total)}
              </p>
              <small>
                {bill.remaining > 0 && bill.dueDate
                  ? t('fees.due', { day: day(bill.dueDate), amount: money(bill.remaining) })
                  : t('fees.paid')}
              </small>
              <HowCounted id={bill.id} />
            </div>
            <Tag status={bill.paymentState} />
          </div>
        )}
      </List>
      {bills && <Debts bills={bills.filter(({ remaining }) => remaining > 0)} />}
      <Account />
      {notices && notices.length > 0 && (
        <section className="stack">
          <h2>{t('fees.notices')}</h2>
          <List rows={notices} error={null} none={t('fees.none')}>
            {notice => (
              <div className="item">
                <div>
                  <p>
                    {t('fees.month', { month: day(notice.month) })} · {money(notice.totalPayment)}
                  </p>
                  <small>
                    {notice.code} · {day(notice.day)}
                    {notice.remaining === 0 && ` · ${t('fees.paid')}`}
                  </small>
                </div>
              </div>
            )}
          </List>
        </section>
      )}
      <Invoices />
      <Channels />
    </div>
  );
}

/** How the last notice is paid: by its code, or by hand. */
function Pay({ paper }: { paper: Paper }) {
  return (
    <section className="stack">
      <h2>{t('fees.notice', { month: day(paper.month) })}</h2>
      <ul>
        {paper.lines.map(line => (
          <li key={`${line.service} ${line.total}`}>
            {line.service}: {money(line.total)}
          </li>
        ))}
      </ul>
      {paper.qr && <Qr text={paper.qr} label={t('fees.qr')} />}
      {paper.bank && (
        <p>
          {paper.bank.name} · {paper.bank.number}
          <br />
          {paper.bank.holder}
          <br />
          {paper.bank.content}
        </p>
      )}
    </section>
  );
}

import type { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { Coins, Scale } from 'lucide-react';
import { useRows } from '../../data/rows.ts';
import { monthText } from '../../fees.ts';
import { Card, IconSquare, Parts, Row } from '../../parts/cards.tsx';
import { useTitle } from '../../parts/head.tsx';
import { Link, List } from '../../parts/parts.tsx';
import { day, money, t } from '../../words.ts';
import { Account } from '../account/Account.tsx';
import { Channels } from '../account/Channels.tsx';
import { Invoices } from './Invoices.tsx';

/** Past payments: receipts, fee notices, invoices, and notification channels. */
export function PaidFees() {
  useTitle(t('fees.past'));
  const notices = useRows<typeof feeNotice>('/fee-notice', { limit: 20 }, ['BILL', 'FEE_NOTICE']).data;
  return (
    <div className="stack">
      <Account />
      <Invoices />
      {notices && notices.length > 0 && (
        <>
          <h2>{t('fees.notices')}</h2>
          <List rows={notices} error={null} none={t('fees.none')}>
            {notice => (
              <Link to={`/papers/notice.${notice.id}`} className="item">
                <div>
                  <p>{t('fees.noticeOf', { month: monthText(notice.feeMonth ?? notice.month) })}</p>
                  <small>
                    <Parts of={`${notice.code} · ${day(notice.day)}`} />
                  </small>
                </div>
                <span className="ends">
                  <span className="money">{money(notice.totalPayment)}</span>
                  {notice.remaining === 0 && (
                    <small className="tone" data-tone="done">
                      {t('fees.paid')}
                    </small>
                  )}
                </span>
              </Link>
            )}
          </List>
        </>
      )}
      <Card>
        <Row to="/deposits" start={<IconSquare icon={Coins} />} title={t('pages.deposits')} opens />
        <Row to="/comparisons" start={<IconSquare icon={Scale} />} title={t('pages.comparisons')} opens />
      </Card>
      <Channels />
    </div>
  );
}

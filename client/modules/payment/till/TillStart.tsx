import { bill } from '@lobby/shared/modules/bill.ts';
import type { mostOwed } from '@lobby/shared/modules/payment.contract.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { useAtomValue } from 'jotai';
import { Wallet } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { projectIdAtom } from '../../../kit/session/session.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Empty, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { PartSkeleton } from '../../../kit/ui/states/PartSkeleton.tsx';
import { Income, paneClass, panesClass } from '../../../platform/home/index.ts';
import { styleClass } from '../../../theme/classes.ts';

const rowClass = styleClass({
  display: 'grid',
  // On phones the details and the delay stand below name and sum.
  gridTemplateColumns: { base: '64px minmax(0, 1fr) auto', md: '64px minmax(0, 1fr) auto 104px' },
  alignItems: 'center',
  columnGap: '3',
  minH: '11',
  px: '4',
  py: '1',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.subtle' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  '& > b': { gridColumn: '1', gridRow: { base: '1', md: '1 / span 2' }, fontWeight: 'medium', whiteSpace: 'nowrap' },
  '& > span:first-of-type': { gridColumn: '2', gridRow: '1', minW: '0' },
  '& > small': {
    gridColumn: { base: '1 / span 2', md: '2' },
    gridRow: '2',
    textStyle: 'xs',
    color: 'fg.subtle',
  },
  '& > [data-late]': {
    gridColumn: '3',
    gridRow: { base: '2', md: '1 / span 2' },
    textStyle: 'xs',
    color: 'bad.fg',
    textAlign: 'end',
    whiteSpace: 'nowrap',
  },
  '& > [data-sum]': {
    gridColumn: { base: '3', md: '4' },
    gridRow: { base: '1', md: '1 / span 2' },
    textStyle: 'sm',
    color: 'fg',
    fontWeight: 'medium',
    fontFamily: 'figures',
    textAlign: 'end',
    whiteSpace: 'nowrap',
  },
});

/** Start of the cashier screen: units with the highest debts, and today's receipts. */
export function TillStart() {
  const { t } = useTranslation(['receipt', 'kit']);
  const { money } = useFormats();
  const id = useId();
  const projectId = useAtomValue(projectIdAtom);
  const mayReadReceipts = useCan(receipt.code, 'read');
  const { data, error, again } = useContract<typeof mostOwed>('/payment/most-owed', {
    follow: bill.code,
    delay: 2000,
  });
  return (
    <div className={panesClass()}>
      <div>
        <section className={paneClass()} aria-labelledby={id}>
          <h2 id={id}>{t('pay.mostOwed')}</h2>
          {!data && (error ? <ErrorState title={t('pay.failed')} onRetry={() => void again()} /> : <PartSkeleton />)}
          {data?.length === 0 && <Empty icon={Wallet} title={t('pay.choose')} />}
          <ul>
            {data?.map(({ unitId, code, residentId, owed, interest, bills, daysLate }) => (
              <li key={unitId}>
                <Link className={rowClass()} to={`?unitId=${unitId}`}>
                  <b>{code}</b>
                  <span className="cut">{residentId && <RefName to="resident" id={residentId} />}</span>
                  <small>
                    {t('pay.bills', { count: bills })}
                    {interest > 0 && ` · ${t('kit:money.withInterest', { amount: money(interest) })}`}
                  </small>
                  {daysLate > 0 && <span data-late>{t('pay.late', { count: daysLate })}</span>}
                  <span data-sum>{money(owed)}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div>{mayReadReceipts && projectId && <Income projectId={projectId} />}</div>
    </div>
  );
}

import type { ReceiptRow } from '@lobby/shared/modules/receipt.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { targetOf } from '../../kit/records/definitions.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { PaneSkeleton } from './PaneSkeleton.tsx';
import { paneClass } from './parts.ts';

const MOST = 8;

const rowClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '44px minmax(0, 1fr) auto',
  alignItems: 'center',
  columnGap: '3',
  minH: '11',
  px: '4',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.subtle' },
  '& > time': { fontFamily: 'figures', whiteSpace: 'nowrap', color: 'fg.muted' },
  '& > span': { minW: '0' },
  '& > span > b': { fontWeight: 'semibold' },
  '& > span > small': { display: 'block', textStyle: 'xs', color: 'fg.subtle' },
  '& > b': { fontWeight: 'normal', color: 'done.fg', fontFamily: 'figures', whiteSpace: 'nowrap' },
});

/** Receipts of today, latest first. */
export function Income({ projectId }: { projectId: string }) {
  const { t } = useTranslation(['home', 'receipt']);
  const { money, time } = useFormats();
  const id = useId();
  const day = today();
  // Taken from the registry, so that the definition is not bundled here.
  const receipt = targetOf('receipt');
  const filter = { accountingDate: { from: day, to: day }, status: ['NOT_CANCELED'] };
  const { data, loading } = useQuery<ReceiptRow[]>(receipt.path, {
    scope: { projectId },
    query: { limit: MOST, sort: '-createdAt', filter },
    follow: receipt.code,
  });
  if (!data && loading) return <PaneSkeleton title={t('home:income')} rows={4} />;
  if (!data || data.length === 0) return null;
  const home = `/projects/${projectId}/${receipt.route}`;
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>
        {t('income')}
        <Link to={`${home}?tab=valid&accountingDate=${day}..${day}`}>{t('seeAll')}</Link>
      </h2>
      <ul>
        {data.map(payment => (
          <li key={payment.id}>
            <Link className={rowClass()} to={`${home}?id=${payment.id}`}>
              <time dateTime={payment.createdAt}>{time(payment.createdAt)}</time>
              <span className="cut">
                {payment.unitId && (
                  <b>
                    <RefName to="unit" id={payment.unitId} />{' '}
                  </b>
                )}
                {payment.content || (payment.method && t(`receipt:options.method.${payment.method}`))}
                <small className="cut">{payment.payerName}</small>
              </span>
              <b>+{money(payment.amount)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

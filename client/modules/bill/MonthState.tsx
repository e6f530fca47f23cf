import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { feeNotice, type NoticesOfMonth } from '@lobby/shared/modules/fee-notice.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { styleClass } from '../../theme/classes.ts';

export const lineClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '4',
  flex: 'none',
  listStyle: 'none',
  m: '0',
  px: '4',
  py: '1.5',
  textStyle: 'sm',
  color: 'fg.muted',
  '& b': { color: 'fg', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
  '& a': { color: 'inherit', minH: 'target', display: 'inline-flex', alignItems: 'center', gap: '1' },
});

/** How far a month of fees is: what is not read yet, what is not released, what its notices tell of. */
export function MonthState({ month }: { month: string }) {
  const { t } = useTranslation('bill');
  const { number } = useFormats();
  const { idUnitGroup } = useParams();
  const mayNotices = useCan(feeNotice.code, 'read');
  const { data: scope } = useQuery<{ services: { readingsMissing: number }[] }>(`${billRun.path}/scope`, {
    follow: usage.code,
    delay: 1500,
    query: { month },
  });
  const { data: notices } = useQuery<NoticesOfMonth>(mayNotices ? `${feeNotice.path}/month/${month}` : null, {
    follow: feeNotice.code,
    delay: 1000,
  });
  const count = (of: readonly string[]) =>
    (notices?.byStatus ?? []).filter(one => of.includes(one.status)).reduce((sum, one) => sum + one.count, 0);
  const steps = [
    ['readings', scope?.services.reduce((sum, one) => sum + one.readingsMissing, 0), `${usage.route}?month=${month}`],
    ['drafts', notices?.drafts, `${bill.route}?tab=drafts&noticeMonth=..${month}`],
    ['untold', notices?.billsLeft, `${bill.route}?tab=all&publication=UNPUBLISHED&noticeMonth=..${month}`],
    [
      'unpublished',
      notices && count(['UNPUBLISHED', 'EDITED']),
      `${feeNotice.route}?tab=unpublished&month=${month}..${month}`,
    ],
    ['published', notices && count(['PUBLISHED']), `${feeNotice.route}?tab=published&month=${month}..${month}`],
  ] as const;
  const said = steps.filter(([, value]) => value);
  if (said.length === 0) return null;
  return (
    <ul className={lineClass()} aria-label={t('monthState.label')}>
      {said.map(([name, value, to]) => (
        <li key={name}>
          <Link to={`/projects/${idUnitGroup}/${to}`}>
            {t(`monthState.${name}`)} <b>{number(value ?? 0)}</b>
          </Link>
        </li>
      ))}
    </ul>
  );
}

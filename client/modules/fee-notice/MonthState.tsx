import type { noticeMonth } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { type Stat, StatStrip } from '../../kit/ui/figures/StatStrip.tsx';
import { usePhone } from '../../kit/ui/layout/phone.ts';
import { thisMonth } from '../../kit/ui/today.ts';

const WORK = ['sent', 'printed', 'billsLeft', 'drafts'] as const;
/** Statuses without a claim; only their tabs count them. */
const ENDED: readonly string[] = ['CANCELLED', 'DO_NOT_PUBLISH'];

/** Progress and totals of this month's notices. */
export function MonthState() {
  const { t } = useTranslation('fee-notice');
  const { money, count, day } = useFormats();
  const { idUnitGroup } = useParams();
  const phone = usePhone();
  const month = thisMonth();
  const { data } = useContract<typeof noticeMonth>('/fee-notice/month/:month', {
    params: { month },
    follow: feeNotice.code,
    delay: 1000,
  });
  // On phones the list needs the space.
  if (phone || !data || data.byStatus.length + data.billsLeft + data.drafts === 0) return null;
  const claimed = data.byStatus.filter(({ status }) => !ENDED.includes(status));
  const work = WORK.filter(name => data[name] > 0).map(name => `${t(`monthState.${name}`)} ${count(data[name])}`);
  const to = `/projects/${idUnitGroup}/${feeNotice.route}?tab=all&month=${month}`;
  const stats: Stat[] = [
    {
      key: 'month',
      label: `${t('fields.month')} ${day(month)}`,
      value: money(claimed.reduce((sum, one) => sum + one.sum, 0)),
      note: work.join(' · '),
      to,
    },
    {
      key: 'remaining',
      label: t('fields.remaining'),
      value: money(claimed.reduce((sum, one) => sum + one.remaining, 0)),
    },
    ...claimed.map(one => ({
      key: one.status,
      label: t(`statuses.${one.status}`),
      value: money(one.sum),
      note: t('count', { count: one.count }),
      to: `${to}&status=${one.status}`,
    })),
  ];
  return <StatStrip label={t('plural')} stats={stats} />;
}

import type { noticeMonth } from '@lobby/shared/modules/fee-notice.contract.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
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
  const named = data.feeMonth
    ? t('monthState.fees', { month: day(data.feeMonth) })
    : t('monthState.notices', { month: day(month) });
  const work = WORK.filter(name => data[name] > 0).map(name => `${t(`monthState.${name}`)} ${count(data[name])}`);
  const screen = `/projects/${idUnitGroup}/${feeNotice.route}?month=${month}`;
  const isSent = ({ status }: { status: string }) => SENT.some(state => state === status);
  const sumOf = (rows: typeof claimed, name: 'sum' | 'remaining' | 'count') =>
    rows.reduce((sum, row) => sum + row[name], 0);
  // Counted as the tabs of the list count them.
  const groups = [
    { tab: 'published', rows: claimed.filter(isSent) },
    { tab: 'unpublished', rows: claimed.filter(row => !isSent(row)) },
  ].filter(({ rows }) => rows.length > 0);
  const [first, ...others] = groups;
  // A single group comes to the same sum as the month, and is named there.
  const only = first && others.length === 0 ? [t(`tabs.${first.tab}`)] : [];
  const stats: Stat[] = [
    {
      key: 'month',
      label: named,
      value: money(sumOf(claimed, 'sum')),
      note: [t('count', { count: sumOf(claimed, 'count') }), ...only, ...work].join(' · '),
      to: `${screen}&tab=all`,
    },
    { key: 'remaining', label: t('fields.remaining'), value: money(sumOf(claimed, 'remaining')) },
    ...(only.length > 0 ? [] : groups).map(({ tab, rows }) => ({
      key: tab,
      label: t(`tabs.${tab}`),
      value: money(sumOf(rows, 'sum')),
      note: t('count', { count: sumOf(rows, 'count') }),
      to: `${screen}&tab=${tab}`,
    })),
  ];
  return <StatStrip label={t('plural')} stats={stats} />;
}

import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { sendFigures } from '@lobby/shared/modules/notice-run.contract.ts';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../kit/i18n/formats.ts';
import { useContract } from '../../../../kit/live/useContract.ts';
import { useCan } from '../../../../kit/session/permissions.ts';
import { ChartPane } from '../../../../kit/ui/figures/ChartPane.tsx';
import { FigureTable } from '../../../../kit/ui/figures/FigureTable.tsx';
import { ReportPage } from '../../../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../../../kit/ui/pages/report-body.ts';
import { EmptyState, ErrorState } from '../../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../../kit/ui/states/Skeleton.tsx';
import { thisMonth } from '../../../../kit/ui/today.ts';
import { Rates } from './Rates.tsx';

type Figure = AnswerOf<typeof sendFigures>[number];

/** Stacked outcomes from bottom to top. */
const OUTCOMES = [
  ['reached', 'done'],
  ['waiting', 'going'],
  ['failed', 'bad'],
] as const;

/** Delivery results of the last year by month and channel. */
export function FiguresPart() {
  const { t } = useTranslation(['notice-delivery', 'books']);
  const { share, day } = useFormats();
  const mayCount = useCan(noticeDelivery.code, 'aggregate');
  const { data, error, again } = useContract<typeof sendFigures>('/fee-notice/send-result/figures', {
    follow: noticeDelivery.code,
    delay: 3000,
  });
  if (error && !data) return <ErrorState title={t('books:failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <EmptyState icon={ChartColumn} title={t('empty.title')} />;
  const months = [...Map.groupBy(data, ({ month }) => month)];
  const arrived = ({ reached, failed }: Figure) => (reached + failed === 0 ? 0 : (reached / (reached + failed)) * 100);
  return (
    <ReportPage title={t('figures.title')}>
      <div className={reportBodyClass()}>
        {mayCount && <Rates />}
        <ChartPane
          label={t('figures.title')}
          shape="stacked"
          points={months.map(([month, rows]) => ({
            key: month,
            label: day(month),
            part: month >= thisMonth(),
            values: Object.fromEntries(OUTCOMES.map(([name]) => [name, rows.reduce((sum, row) => sum + row[name], 0)])),
          }))}
          series={OUTCOMES.map(([key, tone]) => ({ key, label: t(`figures.${key}`), tone }))}
        />
        <FigureTable<Figure>
          label={t('figures.title')}
          rows={data.toReversed()}
          keyOf={figure => `${figure.month} ${figure.channel}`}
          columns={[
            { key: 'month', label: t('fields.month'), cell: figure => day(figure.month) },
            { key: 'channel', label: t('fields.channel'), cell: figure => t(`options.channel.${figure.channel}`) },
            { key: 'reached', label: t('figures.reached'), as: 'number' },
            { key: 'failed', label: t('figures.failed'), as: 'number' },
            { key: 'waiting', label: t('figures.waiting'), as: 'number' },
            { key: 'share', label: t('figures.share'), figure: true, cell: figure => share(arrived(figure)) },
            { key: 'segments', label: t('fields.segments'), as: 'number' },
          ]}
        />
      </div>
    </ReportPage>
  );
}

import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { NOTICE_CHANNELS } from '@lobby/shared/modules/notice-run.ts';
import { ChartColumn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { EmptyState, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { Rates } from './Rates.tsx';

interface Figure {
  month: string;
  channel: string;
  reached: number;
  failed: number;
  waiting: number;
  segments: number;
}

const chartClass = styleClass({
  display: 'flex',
  gap: '4',
  px: '4',
  pb: '4',
  overflowX: 'auto',
  '& > figure': { m: '0', flex: '1 0 96px', maxW: '200px', display: 'grid', gap: '1', alignContent: 'end' },
  '& svg': { w: 'full', h: '140px' },
  '& figcaption': { textAlign: 'center', textStyle: 'xs', color: 'fg.muted' },
  '& [data-good]': { fill: 'done.solid' },
  '& [data-bad]': { fill: 'bad.solid' },
  '& [data-going]': { fill: 'going.solid' },
});
const legendClass = styleClass({ px: '4', pb: '3', textStyle: 'sm', color: 'fg.muted' });

const CHANNELS: readonly string[] = NOTICE_CHANNELS;
const HEIGHT = 100;
const WIDTH = 14;

/** A month's channels side by side: reached below, on the way, failed on top. */
function Month({ rows, most, label }: { rows: readonly Figure[]; most: number; label: string }) {
  const { t } = useTranslation('notice-delivery');
  const wide = NOTICE_CHANNELS.length * (WIDTH + 4);
  const high = (count: number) => (count / most) * HEIGHT;
  const said = rows
    .map(one => `${t(`options.channel.${one.channel}`)}: ${one.reached}/${one.reached + one.failed + one.waiting}`)
    .join(', ');
  return (
    <figure>
      <svg viewBox={`0 0 ${wide} ${HEIGHT}`} role="img" aria-label={`${label}. ${said}`} preserveAspectRatio="none">
        {rows.map(({ channel, reached, failed, waiting }) => {
          const x = CHANNELS.indexOf(channel) * (WIDTH + 4) + 2;
          const [a, b, c] = [high(reached), high(waiting), high(failed)];
          return (
            <g key={channel}>
              <title>{t(`options.channel.${channel}`)}</title>
              <rect data-good="" x={x} y={HEIGHT - a} width={WIDTH} height={a} />
              <rect data-going="" x={x} y={HEIGHT - a - b} width={WIDTH} height={b} />
              <rect data-bad="" x={x} y={HEIGHT - a - b - c} width={WIDTH} height={c} />
            </g>
          );
        })}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

/** How the notices of the last year arrived, by month and channel. */
export function FiguresPart() {
  const { t } = useTranslation(['notice-delivery', 'books']);
  const { number, day } = useFormats();
  const mayCount = useCan(noticeDelivery.code, 'aggregate');
  const { data, error, again } = useQuery<Figure[]>(`${noticeDelivery.path}/figures`, {
    follow: noticeDelivery.code,
    delay: 3000,
  });
  if (error && !data) return <ErrorState title={t('books:failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  if (data.length === 0) return <EmptyState icon={ChartColumn} title={t('empty.title')} />;
  const months = [...Map.groupBy(data, ({ month }) => month)];
  const most = Math.max(1, ...data.map(({ reached, failed, waiting }) => reached + failed + waiting));
  const share = ({ reached, failed }: Figure) =>
    reached + failed === 0 ? 0 : Math.round((reached / (reached + failed)) * 100);
  return (
    <ReportPage title={t('figures.title')}>
      {mayCount && <Rates />}
      <div className={chartClass()}>
        {months.map(([month, rows]) => (
          <Month key={month} rows={rows} most={most} label={day(month)} />
        ))}
      </div>
      <p className={legendClass()}>
        {t('figures.legend', { channels: NOTICE_CHANNELS.map(one => t(`options.channel.${one}`)).join(', ') })}
      </p>
      <FigureTable<Figure>
        label={t('figures.title')}
        rows={data.toReversed()}
        keyOf={one => `${one.month} ${one.channel}`}
        columns={[
          { key: 'month', label: t('fields.month'), cell: one => day(one.month) },
          { key: 'channel', label: t('fields.channel'), cell: one => t(`options.channel.${one.channel}`) },
          { key: 'reached', label: t('figures.reached'), as: 'number' },
          { key: 'failed', label: t('figures.failed'), as: 'number' },
          { key: 'waiting', label: t('figures.waiting'), as: 'number' },
          { key: 'share', label: t('figures.share'), figure: true, cell: one => `${number(share(one))}%` },
          { key: 'segments', label: t('fields.segments'), as: 'number' },
        ]}
      />
    </ReportPage>
  );
}

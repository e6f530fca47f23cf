import { sayDay } from '@lobby/shared/kit/nouns.ts';
import type { deviceAvailability } from '@lobby/shared/modules/device.contract.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { type DowntimeRow, downtime } from '@lobby/shared/modules/downtime.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { ChartPane } from '../../kit/ui/figures/ChartPane.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { styleClass } from '../../theme/classes.ts';

const SHOWN = 50;
const figuresClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(140px, 1fr))',
  gap: '3',
  m: '0',
  mb: '5',
  '& dt': { textStyle: 'xs', color: 'fg.muted' },
  '& dd': { m: '0', textStyle: 'lg', fontWeight: 'semibold', fontFamily: 'figures' },
});

/** Downtimes and availability of a device in the last year; live. */
export function DowntimeTab({ id }: { id: string }) {
  const { t } = useTranslation([device.name, downtime.name]);
  const { share, dateTime } = useFormats();
  const follow = { follow: device.code };
  const figures = useContract<typeof deviceAvailability>('/device/:id/availability', { params: { id }, ...follow });
  const { data } = useRows(downtime, { filter: { deviceId: { in: [id] } }, limit: SHOWN, ...follow });
  const { availability = 100, minutesDown = 0, minutesPlanned = 0, mtbf = null, mttr = null } = figures.data ?? {};
  const minutes = (count: number | null) => (count === null ? '–' : t('downtime.minutes', { count }));
  const facts = [
    ['availability', share(availability)],
    ['down', minutes(minutesDown)],
    ['planned', minutes(minutesPlanned)],
    ['mtbf', minutes(mtbf)],
    ['mttr', minutes(mttr)],
  ] as const;
  return (
    <DetailBody>
      {figures.data && (
        <dl className={figuresClass()}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{t(`downtime.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {figures.data && minutesDown > 0 && (
        <ChartPane
          label={t('downtime.months')}
          title={t('downtime.months')}
          points={figures.data.months.map(month => ({
            key: month.month,
            label: sayDay(month.month),
            values: { down: month.down, planned: month.planned },
          }))}
          series={[
            { key: 'down', label: t('downtime.down') },
            { key: 'planned', label: t('downtime.planned'), before: true },
          ]}
          say={minutes}
        />
      )}
      {data && data.length === 0 && <Empty title={t('downtime:empty.title')}>{t('downtime:empty.text')}</Empty>}
      <FigureTable<DowntimeRow>
        label={t('downtime:plural')}
        rows={data}
        keyOf={row => row.id}
        columns={[
          { key: 'from', label: t('downtime:fields.from'), cell: row => dateTime(row.from) },
          { key: 'to', label: t('downtime:fields.to'), cell: row => (row.to ? dateTime(row.to) : '–') },
          {
            key: 'reason',
            label: t('downtime:fields.reason'),
            cell: row => t(`downtime:options.reason.${row.reason}`),
          },
          { key: 'note', label: t('downtime:fields.note'), cell: row => row.note ?? '' },
        ]}
      />
    </DetailBody>
  );
}

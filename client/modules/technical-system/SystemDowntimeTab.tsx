import { device } from '@lobby/shared/modules/device.ts';
import { downtime, type SystemDowntime } from '@lobby/shared/modules/downtime.ts';
import type { systemDowntime } from '@lobby/shared/modules/technical-system.contract.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

/** Availability of each device of a system in the last year; live. */
export function SystemDowntimeTab({ id }: { id: string }) {
  const { t } = useTranslation([device.name, downtime.name]);
  const { number, share } = useFormats();
  const { data } = useContract<typeof systemDowntime>('/technical-system/:id/downtime', {
    params: { id },
    follow: device.code,
  });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      <FigureTable<SystemDowntime>
        label={t('downtime.tab')}
        rows={data}
        keyOf={row => row.deviceId}
        columns={[
          { key: 'name', label: t('name'), cell: row => <RefName to={device.name} id={row.deviceId} /> },
          {
            key: 'availability',
            label: t('downtime.availability'),
            figure: true,
            cell: row => share(row.availability),
          },
          { key: 'down', label: t('downtime.down'), figure: true, cell: row => number(row.minutesDown) },
          { key: 'planned', label: t('downtime.planned'), figure: true, cell: row => number(row.minutesPlanned) },
          {
            key: 'breakdowns',
            label: t('downtime:options.reason.BREAKDOWN'),
            figure: true,
            cell: row => number(row.breakdowns),
          },
        ]}
      />
    </DetailBody>
  );
}

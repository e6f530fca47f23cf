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
        keyOf={one => one.deviceId}
        columns={[
          { key: 'name', label: t('name'), cell: one => <RefName to={device.name} id={one.deviceId} /> },
          {
            key: 'availability',
            label: t('downtime.availability'),
            figure: true,
            cell: one => share(one.availability),
          },
          { key: 'down', label: t('downtime.down'), figure: true, cell: one => number(one.minutesDown) },
          { key: 'planned', label: t('downtime.planned'), figure: true, cell: one => number(one.minutesPlanned) },
          {
            key: 'breakdowns',
            label: t('downtime:options.reason.BREAKDOWN'),
            figure: true,
            cell: one => number(one.breakdowns),
          },
        ]}
      />
    </DetailBody>
  );
}

import type { planTargets } from '@lobby/shared/modules/maintenance-plan.contract.ts';
import { maintenancePlan, type PlanTarget } from '@lobby/shared/modules/maintenance-plan.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';

/** Things of a plan with their last and next dates; systems by machine; live. */
export function TargetsTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenancePlan.name);
  const { day } = useFormats();
  const { data } = useContract<typeof planTargets>('/maintenance-plan/:id/targets', {
    params: { id },
    follow: maintenancePlan.code,
  });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      <FigureTable<PlanTarget>
        label={t('targets.tab')}
        rows={data}
        keyOf={row => row.id}
        columns={[
          { key: 'thing', label: t('targets.thing'), cell: row => <RefName to={row.of} id={row.id} /> },
          { key: 'last', label: t('targets.last'), figure: true, cell: row => (row.last ? day(row.last) : '–') },
          {
            key: 'next',
            label: t('fields.nextDate'),
            figure: true,
            cell: row => (row.resting ? t('targets.resting') : row.next ? day(row.next) : '–'),
          },
        ]}
      />
    </DetailBody>
  );
}

import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';

export interface ManualPlan {
  bills: { unitId: string; quantity: number; total: number }[];
  skipped: { unitId: string; reason: 'ALREADY_BILLED' | 'NO_AREA' }[];
  total: number;
}

/** What bills by hand would be, unit by unit, and who gets none and why. */
export function PlanTable({ plan }: { plan: ManualPlan }) {
  const { t } = useTranslation('bill');
  const { number, money } = useFormats();
  const rows = [
    ...plan.bills.map(one => ({ ...one, reason: null })),
    ...plan.skipped.map(one => ({ ...one, quantity: null, total: null })),
  ];
  return (
    <FigureTable
      label={t('manual.look')}
      rows={rows}
      keyOf={({ unitId }) => unitId}
      columns={[
        {
          key: 'unit',
          label: t('fields.unitId'),
          cell: ({ unitId }) => <RefName to="unit" id={unitId} />,
          foot: t('count', { count: plan.bills.length }),
        },
        {
          key: 'quantity',
          label: t('fields.quantity'),
          figure: true,
          cell: ({ quantity }) => (quantity === null ? '' : number(quantity)),
        },
        {
          key: 'total',
          label: t('fields.total'),
          figure: true,
          cell: ({ total, reason }) =>
            total === null ? t(`manual.skipped.${reason ?? 'ALREADY_BILLED'}`) : money(total),
          foot: money(plan.total),
        },
      ]}
    />
  );
}

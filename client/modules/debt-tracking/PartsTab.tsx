import { debtTracking } from '@lobby/shared/modules/debt-tracking.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useDetail } from '../../kit/live/useRows.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';

/** Instalments of a plan with the amounts received; live. */
export function PartsTab({ id }: { id: string }) {
  const { t } = useTranslation(instalmentPlan.name);
  const { money, day } = useFormats();
  const { data } = useDetail(instalmentPlan, id, { follow: debtTracking.code });
  if (!data) return <SkeletonRows />;
  return (
    <DetailBody>
      <FigureTable
        label={t('fields.parts')}
        rows={data.parts}
        keyOf={({ n }) => n ?? 0}
        columns={[
          { key: 'n', label: t('fields.parts'), cell: ({ n, dueOn }) => `${n} · ${day(dueOn)}` },
          { key: 'status', label: t('parts.state'), cell: ({ status }) => t(`parts.${status}`), foot: t('parts.sum') },
          {
            key: 'amount',
            label: t('fields.total'),
            figure: true,
            foot: money(data.total ?? 0),
            cell: ({ amount }) => money(amount),
          },
          {
            key: 'paid',
            label: t('fields.received'),
            figure: true,
            foot: money(data.received),
            cell: ({ paid }) => money(paid ?? 0),
          },
        ]}
      />
    </DetailBody>
  );
}

import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

interface Part {
  supplyId: string;
  warehouseId: string | null;
  quantity: number;
  amount: number | null;
  posted: boolean;
}
interface Labour {
  employeeId: string;
  minutes: number;
  day: string;
}

const partsClass = styleClass({ display: 'grid', gap: '5' });

/** Supplies, hours and costs of a work; live. */
export function CostsTab({ id }: { id: string }) {
  const { t } = useTranslation(maintenance.name);
  const { money, number, day } = useFormats();
  const { row, state } = useRecord(maintenance, id);
  if (!row || state === 'loading') return <SkeletonRows />;
  const { parts = [], labour = [], status, partsCost, laborCost, otherCost, totalCost } = row;
  if (parts.length + labour.length === 0 && !totalCost) return <Empty title={t('costs.none')} />;
  const sums = { partsCost, laborCost, otherCost, totalCost };
  const done = status === 'COMPLETED';
  return (
    <DetailBody>
      <div className={partsClass()}>
        <Sums
          of={(Object.keys(sums) as (keyof typeof sums)[]).map(name => [t(`fields.${name}`), money(sums[name] ?? 0)])}
        />
        {parts.length > 0 && (
          <FigureTable<Part>
            label={t('fields.parts')}
            rows={parts}
            keyOf={line => `${line.supplyId} ${line.warehouseId} ${line.quantity}`}
            columns={[
              {
                key: 'supplyId',
                label: t('fields.supplyId'),
                cell: line => <RefName to="supply" id={line.supplyId} />,
              },
              {
                key: 'warehouseId',
                label: t('fields.warehouseId'),
                cell: line => (line.warehouseId ? <RefName to="warehouse" id={line.warehouseId} /> : '–'),
              },
              {
                key: 'quantity',
                label: t('fields.quantity'),
                figure: true,
                cell: line => number(line.quantity),
              },
              {
                key: 'amount',
                label: t('fields.amount'),
                figure: true,
                cell: line => (line.amount === null ? '–' : money(line.amount)),
              },
              {
                key: 'posted',
                label: t('fields.posted'),
                cell: line => (line.posted ? t('costs.given') : done ? t('costs.waits') : ''),
              },
            ]}
          />
        )}
        {labour.length > 0 && (
          <FigureTable<Labour>
            label={t('fields.labour')}
            rows={labour}
            keyOf={line => `${line.employeeId} ${line.day} ${line.minutes}`}
            columns={[
              {
                key: 'employeeId',
                label: t('fields.employeeId'),
                cell: line => <RefName to="employee" id={line.employeeId} />,
              },
              { key: 'day', label: t('fields.day'), cell: line => day(line.day) },
              {
                key: 'minutes',
                label: t('fields.minutes'),
                figure: true,
                cell: line => number(line.minutes),
              },
            ]}
          />
        )}
      </div>
    </DetailBody>
  );
}

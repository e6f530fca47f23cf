import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { orderCommission } from '@lobby/shared/modules/merchant-order.contract.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { ChartColumn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { DayInput } from '../../kit/ui/form/inputs/dates/DayInput.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';

type Row = AnswerOf<typeof orderCommission>[number];
const COUNTS = ['orders', 'done', 'declined', 'warranties'] as const;

/** Orders and commission by partner in a period; live. */
export function CommissionReport() {
  const { t } = useTranslation('merchant-order');
  const { money, number } = useFormats();
  const [from, setFrom] = useState(`${monthOf(today())}-01`);
  const [to, setTo] = useState(today());
  const { data, error, again } = useContract<typeof orderCommission>('/merchant-order/commission', {
    follow: merchantOrder.code,
    delay: 1000,
    query: { from, to },
  });
  const sum = (key: 'total' | 'commission' | (typeof COUNTS)[number]) =>
    (data ?? []).reduce((all, row) => all + row[key], 0);
  const label = (key: string) => (key in merchantOrder.fields ? t(`fields.${key}`) : t(`report.${key}`));
  const columns: FigureColumn<Row>[] = [
    {
      key: 'partnerId',
      label: t('fields.partnerId'),
      cell: row => <RefName to="partner" id={row.partnerId ?? ''} />,
      foot: '',
    },
    ...COUNTS.map(key => ({
      key,
      label: label(key),
      figure: true,
      cell: (row: Row) => number(row[key]),
      foot: number(sum(key)),
    })),
    ...(['total', 'commission'] as const).map(key => ({
      key,
      label: label(key),
      figure: true,
      cell: (row: Row) => money(row[key]),
      foot: money(sum(key)),
    })),
    {
      key: 'rating',
      label: label('rating'),
      figure: true,
      cell: row => (row.rating ? `${row.rating} ★` : ''),
      foot: '',
    },
  ];
  return (
    <ReportPage
      title={t('report.title')}
      asks={
        <>
          <Field label={t('report.from')}>
            <DayInput label={t('report.from')} value={from} max={to} onChange={setFrom} />
          </Field>
          <Field label={t('report.to')}>
            <DayInput label={t('report.to')} value={to} min={from} onChange={setTo} />
          </Field>
        </>
      }
    >
      {error && !data && <ErrorState title={t('report.failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data?.length === 0 && <Empty icon={ChartColumn} title={t('report.none')} />}
      <FigureTable label={t('report.title')} columns={columns} rows={data} keyOf={row => row.partnerId ?? ''} />
    </ReportPage>
  );
}

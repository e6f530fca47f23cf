import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { YearChart } from './YearChart.tsx';

interface Month {
  month: string;
  billed: number;
  paid: number;
  deducted: number;
  units: number;
}
interface ByMonth {
  months: Month[];
  before: (Month | null)[];
}

/** Billed and received amounts by month against the year before, as chart and table; live. */
export function MonthsOf({ path, units }: { path: string; units?: boolean }) {
  const { t } = useTranslation('books');
  const { money, number, day } = useFormats();
  const { data } = useQuery<ByMonth>(path, { follow: 'BILL', delay: 1500 });
  if (!data) return <SkeletonRows />;
  const rows = data.months.map((month, n) => ({
    ...month,
    received: month.paid + month.deducted,
    before: data.before[n]?.billed ?? null,
  }));
  const sum = (of: (row: (typeof rows)[number]) => number) => money(rows.reduce((all, row) => all + of(row), 0));
  return (
    <>
      <YearChart
        title={t('receivables.byMonth')}
        months={rows.map(({ month }) => month)}
        billed={rows.map(({ billed }) => billed)}
        received={rows.map(({ received }) => received)}
        before={rows.map(({ before }) => before ?? 0)}
      />
      <FigureTable
        label={t('receivables.byMonth')}
        rows={rows.toReversed()}
        keyOf={({ month }) => month}
        columns={[
          { key: 'month', label: t('receivables.month'), cell: ({ month }) => day(month), foot: t('debt.total') },
          ...(['billed', 'received'] as const).map(name => ({
            key: name,
            label: t(`receivables.${name}`),
            figure: true,
            foot: sum(row => row[name]),
            cell: (row: (typeof rows)[number]) => money(row[name]),
          })),
          {
            key: 'before',
            label: t('receivables.before'),
            figure: true,
            cell: ({ before }) => (before === null ? '–' : money(before)),
          },
          ...(units
            ? [
                {
                  key: 'units',
                  label: t('receivables.units'),
                  figure: true,
                  cell: (row: (typeof rows)[number]) => number(row.units),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

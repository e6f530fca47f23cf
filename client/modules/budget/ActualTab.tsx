import { BUDGET_MONTHS, budget } from '@lobby/shared/modules/budget.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Checkbox } from '../../kit/ui/Checkbox.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Empty, ErrorState } from '../../kit/ui/EmptyState.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

interface Row {
  kind: 'INCOME' | 'EXPENSE';
  serviceId: string | null;
  categoryId: string | null;
  planned: number[];
  actual: number[];
  year: number;
  used: number;
  left: number;
  percent: number | null;
}
interface ActualAnswer {
  year: number;
  to: string;
  rows: Row[];
}

const barClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '2',
  '& meter': { w: '24', h: '3' },
});
const FULL = 100;

/** Used share of a year as a bar with its percentage. */
function Used({ percent }: { percent: number | null }) {
  const { number, share } = useFormats();
  if (percent === null) return '–';
  return (
    <span className={barClass()}>
      <meter min={0} max={FULL} high={90} value={Math.min(FULL, Math.max(0, percent))} aria-label={share(percent)} />
      {number(percent)}%
    </span>
  );
}

/** Budget against actual amounts, for the year or by month; live. */
export function ActualTab({ id }: { id: string }) {
  const { t } = useTranslation(budget.name);
  const { money, number, day } = useFormats();
  const [monthly, setMonthly] = useState(false);
  const { data, error, again } = useQuery<ActualAnswer>(`${budget.path}/${id}/actual`, {
    follow: journalEntry.code,
    delay: 1000,
  });
  if (error && !data) return <ErrorState title={error.message} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows />;
  if (data.rows.length === 0) return <Empty title={t('lines.none')} />;
  const sum = (rows: readonly Row[], key: 'year' | 'used' | 'left') => rows.reduce((all, row) => all + row[key], 0);
  const yearly = (rows: readonly Row[]): FigureColumn<Row>[] => [
    ...(['year', 'used', 'left'] as const).map(
      (key): FigureColumn<Row> => ({
        key,
        label: t(`actual.${key}`),
        figure: true,
        cell: row => money(row[key]),
        foot: money(sum(rows, key)),
      }),
    ),
    { key: 'percent', label: t('actual.percent'), cell: ({ percent }) => <Used percent={percent} /> },
  ];
  const months: FigureColumn<Row>[] = BUDGET_MONTHS.map((key, n) => ({
    key,
    label: n + 1,
    figure: true,
    cell: ({ planned, actual }) => (
      <>
        {number(actual[n] ?? 0)} / {number(planned[n] ?? 0)}
      </>
    ),
  }));
  const sides = [...Map.groupBy(data.rows, ({ kind }) => kind)];
  return (
    <DetailBody>
      <p>{t('actual.until', { day: day(data.to) })}</p>
      <Checkbox label={t('actual.monthly')} checked={monthly} onChange={event => setMonthly(event.target.checked)} />
      {sides.map(([kind, rows]) => (
        <section key={kind}>
          <h3>{t(`options.kind.${kind}`)}</h3>
          <FigureTable<Row>
            label={t(`options.kind.${kind}`)}
            rows={rows}
            keyOf={({ serviceId, categoryId }) => serviceId ?? categoryId ?? ''}
            columns={[
              {
                key: 'about',
                label: t('lines.about'),
                cell: ({ serviceId, categoryId }) =>
                  serviceId ? (
                    <RefName to="service" id={serviceId} />
                  ) : (
                    <RefName to="voucher-category" id={categoryId ?? ''} />
                  ),
              },
              ...(monthly ? months : yearly(rows)),
            ]}
          />
        </section>
      ))}
    </DetailBody>
  );
}

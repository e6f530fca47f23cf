import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { budgetActual } from '@lobby/shared/modules/budget.contract.ts';
import { BUDGET_MONTHS, budget } from '@lobby/shared/modules/budget.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

type Row = AnswerOf<typeof budgetActual>['rows'][number];

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
  const { data, error, again } = useContract<typeof budgetActual>('/budget/:id/actual', {
    params: { id },
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

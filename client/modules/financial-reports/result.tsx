import type { AnswerOf, QueryOf } from '@lobby/shared/kit/contract.ts';
import type { operationalResult, resultDocuments } from '@lobby/shared/modules/financial-reports.contract.ts';
import { resultReport } from '@lobby/shared/modules/financial-reports.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { ChartColumn, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { leadingEmpty, newestFirst } from '../../kit/ui/figures/newest.ts';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { PaperButton } from '../../kit/ui/list/export/PaperButton.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';
import { type Compared, CompareSelect } from './debt/CompareSelect.tsx';
import { FigureDocuments } from './FigureDocuments.tsx';
import { ResultChart } from './money/ResultChart.tsx';

type Part = AnswerOf<typeof operationalResult>['maintenance'];
type Line = Part['revenue'][number];
const isAnything = ({ revenue, expense }: Part) => revenue.length + expense.length > 0;
const sum = (all: readonly number[]) => all.reduce((total, value) => total + value, 0);

const GROUPS = ['month', 'quarter', 'year', 'block'] as const;
type Group = (typeof GROUPS)[number];
/** A figure whose documents are open. */
type Cell = Pick<QueryOf<typeof resultDocuments>, 'kind' | 'key' | 'column' | 'maintenance'> & { title: string };
/** Income and expenses by month; figures open their documents. */
export function Component() {
  const { t } = useTranslation(['books', 'journal-entry', 'payslip']);
  const { money, day, share } = useFormats();
  const [period, setPeriod] = useState({ from: `${today().slice(0, 4)}-01-01`, to: today() });
  const [group, setGroup] = useState<Group>('month');
  const [compare, setCompare] = useState<Compared>('none');
  const [open, setOpen] = useState<Cell | null>(null);
  const query = { ...period, group, compare };
  const mayExport = useCan(resultReport.code, 'export');
  const { busy, save } = useExport();
  const { data, error, again } = useContract<typeof operationalResult>('/statistics/operational', {
    follow: journalEntry.code,
    delay: 1000,
    query,
  });
  const nameOf = ({ kind, key, name }: Line) => {
    if (name !== null) return name;
    if (kind === 'SERVICE') return <RefName to="service" id={key} />;
    if (kind === 'AMENITY') return <RefName to="utility" id={key} />;
    if (kind === 'ACCOUNT') return t(`journal-entry:options.account.${key}`);
    return kind === 'INCOME' ? t(`journal-entry:incomes.${key}`) : t(`payslip:options.category.${key}`);
  };
  const columnName = (column: string) => {
    if (group === 'block') return column ? <RefName to="block" id={column} /> : t('result.noBlock');
    const [year, quarter] = column.split('-Q');
    return quarter ? t('result.quarter', { year, n: quarter }) : day(column);
  };
  const changeOf = (now: number, before: number | null | undefined) =>
    before ? share(((now - before) / Math.abs(before)) * 100) : '–';
  const sumsOf = (part: Part): [string, string][] => [
    [t('result.in'), money(sum(part.in))],
    [t('result.out'), money(sum(part.out))],
    [t('result.result'), money(part.result)],
  ];
  const columns = data?.columns ?? [];
  // Leading months without figures are combined into one line at the end.
  const early = group === 'month' ? leadingEmpty(columns.map((_, n) => (data?.in[n] ?? 0) + (data?.out[n] ?? 0))) : 0;
  const earlyWords = early > 0 ? `${day(columns[0] ?? '')} – ${day(columns[early - 1] ?? '')}` : '';
  const shown = data && (isAnything(data) || isAnything(data.maintenance) || data.below.length > 0);
  const at = (column: string) => columns.indexOf(column);
  const ordered = group === 'block' ? columns : newestFirst(columns.slice(early), column => column);
  const other = data?.comparedWith ? `${day(data.comparedWith.from)} – ${day(data.comparedWith.to)}` : null;
  const table = (
    label: string,
    rows: readonly Line[],
    { foots, before, kept }: { foots?: readonly number[]; before?: number | undefined; kept?: boolean } = {},
  ) => (
    <FigureTable<Line>
      label={label}
      cards
      rows={rows}
      keyOf={row => `${row.kind} ${row.key}`}
      columns={[
        { key: 'what', label: t('result.what'), cell: nameOf, foot: foots ? t('result.total') : undefined },
        {
          key: 'total',
          label: t('result.total'),
          figure: true,
          cell: row => money(row.total),
          foot: foots ? money(sum(foots)) : undefined,
        },
        ...(other
          ? [
              {
                key: 'before',
                label: other,
                figure: true,
                cell: (row: Line) => money(row.before ?? 0),
                foot: foots ? money(before ?? 0) : undefined,
              },
              {
                key: 'change',
                label: t('sheet.change'),
                figure: true,
                cell: (row: Line) => changeOf(row.total, row.before),
                foot: foots ? changeOf(sum(foots), before) : undefined,
              },
            ]
          : []),
        ...ordered.map(column => ({
          key: column || 'none',
          label: columnName(column),
          figure: true,
          cell: (row: Line) => {
            const amount = row.amounts[at(column)] ?? 0;
            if (!amount) return '';
            const { kind, key } = row;
            return (
              <Button
                look="ghost"
                size="sm"
                onClick={() =>
                  setOpen({
                    kind,
                    key,
                    column,
                    ...(kept && { maintenance: 'true' }),
                    title: `${label} · ${money(amount)}`,
                  })
                }
              >
                {money(amount)}
              </Button>
            );
          },
          foot: foots ? money(foots[at(column)] ?? 0) : undefined,
        })),
        ...(early > 0
          ? [
              {
                key: 'early',
                label: earlyWords,
                figure: true,
                gives: true,
                cell: (row: Line) => {
                  const amount = sum(row.amounts.slice(0, early));
                  return amount ? money(amount) : '';
                },
                foot: foots ? money(sum(foots.slice(0, early))) : undefined,
              },
            ]
          : []),
      ]}
    />
  );
  return (
    <ReportPage
      title={t('result.title')}
      actions={
        <>
          {mayExport && (
            <IconButton
              icon={Download}
              label={t('result.export')}
              aria-busy={busy}
              onClick={() => save(`${resultReport.path}/export`, { ...scopeNow(), query })}
            />
          )}
          <PaperButton path={`${resultReport.path}/pdf`} query={query}>
            {t('print')}
          </PaperButton>
        </>
      }
      asks={
        <>
          <PeriodFields {...period} onChange={setPeriod} />
          <Field label={t('cashbook.group')}>
            <Select
              value={group}
              choices={GROUPS.map(value => ({ value, label: t(`result.by.${value}`) }))}
              onChange={event => setGroup(event.target.value as Group)}
            />
          </Field>
          <CompareSelect value={compare} onChange={setCompare} />
        </>
      }
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && !shown && <Empty icon={ChartColumn} title={t('result.none')} />}
      {data && shown && (
        <div className={reportBodyClass()}>
          <Sums of={sumsOf(data)} />
          {group === 'month' && (
            <ResultChart
              title={t('result.chart')}
              months={columns.slice(early)}
              earned={data.in.slice(early)}
              spent={data.out.slice(early)}
              foot={
                early > 0 &&
                t('result.early', {
                  months: earlyWords,
                  in: money(sum(data.in.slice(0, early))),
                  out: money(sum(data.out.slice(0, early))),
                })
              }
            />
          )}
          <h2>{t('result.in')}</h2>
          {table(t('result.in'), data.revenue, { foots: data.in, before: data.before?.in })}
          <h2>{t('result.out')}</h2>
          {table(t('result.out'), data.expense, { foots: data.out, before: data.before?.out })}
          {data.below.length > 0 && (
            <>
              <h2>{t('result.below')}</h2>
              {table(t('result.below'), data.below)}
            </>
          )}
          {isAnything(data.maintenance) && (
            <>
              <h2>{t('result.maintenance')}</h2>
              <Sums of={sumsOf(data.maintenance)} />
              {table(t('result.in'), data.maintenance.revenue, {
                foots: data.maintenance.in,
                before: data.maintenance.before?.in,
                kept: true,
              })}
              {table(t('result.out'), data.maintenance.expense, {
                foots: data.maintenance.out,
                before: data.maintenance.before?.out,
                kept: true,
              })}
            </>
          )}
        </div>
      )}
      {open && <Documents query={{ ...period, group }} cell={open} onClose={() => setOpen(null)} />}
    </ReportPage>
  );
}

interface DocumentsProps {
  query: { from: string; to: string; group: Group };
  cell: Cell;
  onClose: () => void;
}

function Documents({ query, cell: { title, ...cell }, onClose }: DocumentsProps) {
  const { data } = useContract<typeof resultDocuments>('/statistics/operational/documents', {
    query: { ...query, ...cell, limit: 100 },
  });
  return <FigureDocuments title={title} data={data} onClose={onClose} />;
}

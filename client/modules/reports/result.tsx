import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import type { operationalResult } from '@lobby/shared/modules/reports.contract.ts';
import { resultReport } from '@lobby/shared/modules/reports.ts';
import { ChartColumn, Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { leadingEmpty, newestFirst } from '../../kit/ui/figures/newest.ts';
import { Sums } from '../../kit/ui/figures/Sums.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/PeriodFields.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { reportBodyClass } from '../../kit/ui/pages/report-body.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { today } from '../../kit/ui/today.ts';
import { ResultChart } from './ResultChart.tsx';

type Part = AnswerOf<typeof operationalResult>['maintenance'];
type Line = Part['revenue'][number];
const isAnything = ({ revenue, expense }: Part) => revenue.length + expense.length > 0;
const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);

/** Income and expenses by month from the journal; figures link to their documents. */
export function Component() {
  const { t } = useTranslation(['books', 'journal-entry', 'payslip']);
  const { money, day } = useFormats();
  const [period, setPeriod] = useState({ from: `${today().slice(0, 4)}-01-01`, to: today() });
  const mayExport = useCan(resultReport.code, 'export');
  const { busy, save } = useExport();
  const { data, error, again } = useContract<typeof operationalResult>('/statistics/operational', {
    follow: journalEntry.code,
    delay: 1000,
    query: period,
  });
  const nameOf = ({ kind, key, name }: Line) => {
    if (name !== null) return name;
    if (kind === 'SERVICE') return <RefName to="service" id={key} />;
    if (kind === 'AMENITY') return <RefName to="utility" id={key} />;
    if (kind === 'ACCOUNT') return t(`journal-entry:options.account.${key}`);
    return kind === 'INCOME' ? t(`journal-entry:incomes.${key}`) : t(`payslip:options.category.${key}`);
  };
  /** List of the documents behind a figure. */
  const behind = ({ kind, key }: Line, month: string) => {
    const range = `${month}-01..${month}-31`;
    if (kind === 'SERVICE') return `../bill-list?tab=all&serviceId=${key}&accountingDate=${range}`;
    return kind === 'CATEGORY'
      ? `../payslip?tab=all&category=${key}&accountingDate=${range}`
      : `../${journalEntry.route}?accountingDate=${range}`;
  };
  const sumsOf = (part: Part): [string, string][] => [
    [t('result.in'), money(sum(part.in))],
    [t('result.out'), money(sum(part.out))],
    [t('result.result'), money(part.result)],
  ];
  const months = data?.months ?? [];
  // Leading months without figures are combined into one line at the end.
  const early = leadingEmpty(months.map((_, n) => (data?.in[n] ?? 0) + (data?.out[n] ?? 0)));
  const earlyWords = early > 0 ? `${day(months[0] ?? '')} – ${day(months[early - 1] ?? '')}` : '';
  const shown = data && (isAnything(data) || isAnything(data.maintenance) || data.below.length > 0);
  const at = (month: string) => data?.months.indexOf(month) ?? -1;
  const table = (label: string, rows: readonly Line[], foots: readonly number[] | undefined) => (
    <FigureTable<Line>
      label={label}
      rows={rows}
      keyOf={one => `${one.kind} ${one.key}`}
      columns={[
        { key: 'what', label, cell: nameOf, foot: foots ? t('result.total') : undefined },
        {
          key: 'total',
          label: t('result.total'),
          figure: true,
          cell: one => money(one.total),
          foot: foots ? money(sum(foots)) : undefined,
        },
        ...newestFirst(months.slice(early), month => month).map(month => ({
          key: month,
          label: day(month),
          figure: true,
          cell: (one: Line) => {
            const amount = one.amounts[at(month)] ?? 0;
            return amount ? <Link to={behind(one, month)}>{money(amount)}</Link> : '';
          },
          foot: foots ? money(foots[at(month)] ?? 0) : undefined,
        })),
        ...(early > 0
          ? [
              {
                key: 'early',
                label: earlyWords,
                figure: true,
                gives: true,
                cell: (one: Line) => {
                  const amount = sum(one.amounts.slice(0, early));
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
              onClick={() => save(`${resultReport.path}/export`, { ...scopeNow(), query: period })}
            />
          )}
          <Button icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
        </>
      }
      asks={<PeriodFields {...period} onChange={setPeriod} />}
    >
      {error && !data && <ErrorState title={t('failed')} onRetry={again} />}
      {!error && !data && <SkeletonRows />}
      {data && !shown && <Empty icon={ChartColumn} title={t('result.none')} />}
      {data && shown && (
        <div className={reportBodyClass()}>
          <Sums of={sumsOf(data)} />
          <ResultChart
            months={months.slice(early)}
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
          <h2>{t('result.in')}</h2>
          {table(t('result.in'), data.revenue, data.in)}
          <h2>{t('result.out')}</h2>
          {table(t('result.out'), data.expense, data.out)}
          {data.below.length > 0 && (
            <>
              <h2>{t('result.below')}</h2>
              {table(t('result.below'), data.below, undefined)}
            </>
          )}
          {isAnything(data.maintenance) && (
            <>
              <h2>{t('result.maintenance')}</h2>
              <Sums of={sumsOf(data.maintenance)} />
              {table(t('result.in'), data.maintenance.revenue, data.maintenance.in)}
              {table(t('result.out'), data.maintenance.expense, data.maintenance.out)}
            </>
          )}
        </div>
      )}
    </ReportPage>
  );
}

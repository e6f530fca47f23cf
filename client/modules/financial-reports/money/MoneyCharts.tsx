import { AGES, type Debt } from '@lobby/shared/billing/ageing.ts';
import { addMonths, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import type { MoneyChart } from '@lobby/shared/modules/dashboard.ts';
import type { incomeByDay, operationalResult } from '@lobby/shared/modules/financial-reports.contract.ts';
import { debtReport, resultReport } from '@lobby/shared/modules/financial-reports.ts';
import type { FunctionComponent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { ChartPane, ChartSkeleton } from '../../../kit/ui/figures/ChartPane.tsx';
import { useSpanWords } from '../../../kit/ui/figures/chart.ts';
import { thisMonth, today } from '../../../kit/ui/today.ts';
import { OverdueTrend } from '../debt/OverdueTrend.tsx';
import { ResultChart } from './ResultChart.tsx';

/** Minimum interval between reloads of a chart. */
const PAUSE_MS = 30_000;
/** Number of months in the income and expenses chart. */
const MONTHS = 6;

interface OfTime {
  projectId: string;
  /** Full period and full comparison; default: this and the previous month. */
  whole?: Span;
  wholeBefore?: Span;
}
type Ages = Omit<Debt, 'month'>;
interface OfDebts extends OfTime {
  debts: readonly Debt[] | null;
  /** Debts by age at the end of the period and of its comparison. */
  ages?: { now: Ages; before: Ages; days: [string, string] } | null;
}

/** Cumulative receipts by day against the comparison period. */
function IncomeChart({ projectId, whole, wholeBefore }: OfTime) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  const span = useSpanWords();
  const query = whole &&
    wholeBefore && {
      from: whole.from,
      to: whole.to,
      compareFrom: wholeBefore.from,
      compareTo: wholeBefore.to,
    };
  const { data } = useContract<typeof incomeByDay>('/statistics/income', {
    scope: { projectId },
    ...(query && { query }),
    follow: 'RECEIPT',
    delay: PAUSE_MS,
  });
  if (!data) return <ChartSkeleton />;
  const { by } = data;
  const inMonth = by === 'day' && monthOf(data.from) === monthOf(data.to);
  const points = data.points.map(({ from, to, open, now, before }) => ({
    key: from,
    label: by === 'day' ? day(from) : span(from, to),
    short: inMonth ? String(Number(from.slice(8))) : by === 'month' ? day(monthOf(from)) : day(from).slice(0, 5),
    part: open,
    values: { now, before },
  }));
  return (
    <ChartPane
      label={t('charts.income')}
      title={<Link to={`/projects/${projectId}/statistics/receipt`}>{t('charts.income')}</Link>}
      note={`${t('charts.allMonths')} · ${t(`charts.by.${by}`)}`}
      shape="lines"
      kind="money"
      better="more"
      pointName={t(`charts.point.${by}`)}
      points={points}
      series={[
        { key: 'now', label: span(data.from, data.to) },
        { key: 'before', label: span(data.before.from, data.before.to), before: true },
      ]}
    />
  );
}

const debtLink = ({ projectId }: Pick<OfTime, 'projectId'>, words: ReactNode) => (
  <Link to={`/projects/${projectId}/${debtReport.route}`}>{words}</Link>
);

/** Debts by age against an earlier day. */
function AgesChart({ debts, ages, whole: _, wholeBefore: __, ...of }: OfDebts) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  const [before, now] = debts?.slice(-2) ?? [];
  const ends: [string, string] = [today(), lastDayOf(addMonths(thisMonth(), -1))];
  const shown = ages === undefined ? now && before && { now, before, days: ends } : ages;
  if (!shown) return <ChartSkeleton />;
  const year = today().slice(0, 4);
  const dayWords = (on: string) => (on.startsWith(year) ? day(on).slice(0, 5) : day(on));
  return (
    <ChartPane
      label={t('charts.ages')}
      title={debtLink(of, t('charts.ages'))}
      shape="ranks"
      kind="money"
      pointName={t('charts.age')}
      points={AGES.filter(age => age !== 'notDue').map(age => ({
        key: age,
        label: t(`ageing.${age}`),
        values: { now: shown.now[age], before: shown.before[age] },
      }))}
      series={[
        { key: 'now', label: dayWords(shown.days[0]) },
        { key: 'before', label: dayWords(shown.days[1]), before: true },
      ]}
    />
  );
}

function OverdueChart({ debts, ...of }: OfDebts) {
  const { t } = useTranslation('books');
  return debts ? <OverdueTrend points={debts} title={debtLink(of, t('debt.overdue'))} /> : <ChartSkeleton />;
}

/** Months of a period, extended to at least MONTHS. */
function monthsTo(whole: Span | undefined): Span {
  const to = whole && whole.to < today() ? whole.to : today();
  const least = `${addMonths(monthOf(to), 1 - MONTHS)}-01`;
  const first = whole ? `${monthOf(whole.from)}-01` : least;
  return { from: first < least ? first : least, to };
}

/** Income and expenses by month. */
function EarnedChart({ projectId, whole }: OfTime) {
  const { t } = useTranslation('books');
  const { from, to } = monthsTo(whole);
  const { data } = useContract<typeof operationalResult>('/statistics/operational', {
    scope: { projectId },
    query: { from, to },
    follow: resultReport.code,
    delay: PAUSE_MS,
  });
  if (!data) return <ChartSkeleton />;
  return (
    <ResultChart
      months={data.columns}
      earned={data.in}
      spent={data.out}
      title={<Link to={`/projects/${projectId}/${resultReport.route}`}>{t('result.title')}</Link>}
    />
  );
}

const CHARTS = {
  income: IncomeChart,
  ages: AgesChart,
  overdue: OverdueChart,
  result: EarnedChart,
} as const satisfies Record<MoneyChart, FunctionComponent<OfDebts>>;

export function MoneyPane({ chart, ...of }: OfDebts & { chart: MoneyChart }) {
  const Pane = CHARTS[chart];
  return <Pane {...of} />;
}

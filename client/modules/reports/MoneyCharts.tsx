import { AGES, type Debt } from '@lobby/shared/billing/ageing.ts';
import { addMonths, lastDayOf } from '@lobby/shared/kit/dates.ts';
import type { MoneyChart } from '@lobby/shared/modules/dashboard.ts';
import { debtReport, resultReport } from '@lobby/shared/modules/reports.ts';
import type { FunctionComponent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { ChartPane } from '../../kit/ui/ChartPane.tsx';
import { thisMonth, today } from '../../kit/ui/today.ts';
import { OverdueTrend } from './OverdueTrend.tsx';
import { ResultChart } from './ResultChart.tsx';

/** Charts of money are drawn anew this often at most. */
const PAUSE_MS = 30_000;
/** Months of what was earned and spent, this one the last. */
const MONTHS = 6;

interface OfProject {
  projectId: string;
}
interface OfDebts extends OfProject {
  debts: readonly Debt[] | null;
}
interface Income {
  month: string;
  before: string;
  today: number;
  days: { day: number; now: number | null; before: number | null }[];
}

/** What came in, added up day by day, beside the month before. */
function IncomeChart({ projectId }: OfProject) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  const { data } = useQuery<Income>('/statistics/income', {
    scope: { projectId },
    follow: 'RECEIPT',
    delay: PAUSE_MS,
  });
  if (!data) return <section aria-busy />;
  const points = data.days.map(one => ({
    key: String(one.day),
    label: t('charts.day', { day: one.day }),
    short: String(one.day),
    part: one.day === data.today,
    values: { now: one.now, before: one.before },
  }));
  return (
    <ChartPane
      label={t('charts.income')}
      title={<Link to={`/projects/${projectId}/statistics/receipt`}>{t('charts.income')}</Link>}
      note={t('charts.byDay')}
      shape="lines"
      kind="money"
      better="more"
      pointName={t('charts.dayOfMonth')}
      points={points}
      series={[
        { key: 'now', label: day(data.month) },
        { key: 'before', label: day(data.before), before: true },
      ]}
    />
  );
}

const debtLink = ({ projectId }: OfProject, words: ReactNode) => (
  <Link to={`/projects/${projectId}/${debtReport.route}`}>{words}</Link>
);

/** How old debts are, beside the end of the month before. */
function AgesChart({ debts, ...of }: OfDebts) {
  const { t } = useTranslation('books');
  const { day } = useFormats();
  const [before, now] = debts?.slice(-2) ?? [];
  if (!before || !now) return <section aria-busy />;
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
        values: { now: now[age], before: before[age] },
      }))}
      series={[
        { key: 'now', label: day(today()).slice(0, 5) },
        { key: 'before', label: day(lastDayOf(before.month)).slice(0, 5), before: true },
      ]}
    />
  );
}

function OverdueChart({ debts, ...of }: OfDebts) {
  const { t } = useTranslation('books');
  return debts ? <OverdueTrend points={debts} title={debtLink(of, t('debt.overdue'))} /> : <section aria-busy />;
}

/** Earned and spent, month by month. */
function EarnedChart({ projectId }: OfProject) {
  const { t } = useTranslation('books');
  const { data } = useQuery<{ months: string[]; in: number[]; out: number[] }>(resultReport.path, {
    scope: { projectId },
    query: { from: `${addMonths(thisMonth(), 1 - MONTHS)}-01`, to: today() },
    follow: resultReport.code,
    delay: PAUSE_MS,
  });
  if (!data) return <section aria-busy />;
  return (
    <ResultChart
      months={data.months}
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

/** A chart of money by its name. */
export function MoneyPane({ chart, ...of }: OfDebts & { chart: MoneyChart }) {
  const Pane = CHARTS[chart];
  return <Pane {...of} />;
}

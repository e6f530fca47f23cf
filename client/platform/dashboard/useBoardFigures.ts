import { type Debt, overdueOf } from '@lobby/shared/billing/ageing.ts';
import { addMonths, daysBetween, lastDayOf } from '@lobby/shared/kit/dates.ts';
import type { Trade } from '@lobby/shared/kit/home.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import type { MoneyChart } from '@lobby/shared/modules/dashboard.ts';
import { debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import type { Stat } from '../../kit/ui/figures/StatStrip.tsx';
import { today } from '../../kit/ui/today.ts';
import {
  type DebtTimes,
  type Figure,
  useCollected,
  useDebts,
  useDebtTimes,
  useFigures,
  useStats,
  withDebts,
} from '../home/index.ts';
import { askedOf, type Times } from './useTimes.ts';

/** Average days of a month. */
const MONTH_DAYS = 30.4;

export interface BoardFigure {
  stat: Stat;
  value: number;
  before: number | null;
}

interface BoardQuery {
  projectId: string;
  trade: Trade | undefined;
  times: Times;
  /** Financial charts shown on the board. */
  drawn: readonly MoneyChart[];
}

/** Numbers of a board for a period and its comparison; totals of debts come last. */
export function useBoardFigures({ projectId, trade, times, drawn }: BoardQuery) {
  const { t } = useTranslation('dashboard');
  const { span, before } = times;
  const { data } = useFigures(projectId, trade ? { trade, ...askedOf(span, before) } : null);
  const shown = data && data.trade === trade ? data.figures : [];
  // Shows receipts only once: the total of the period replaces that of today.
  const found = shown.some(({ key }) => key === 'receivedOfMonth')
    ? shown.filter(({ key, entity }) => !(entity === receipt.name && key === 'today'))
    : shown;
  const mayAddDebts = useCan(debtReport.code, 'aggregate');
  const isOwed = drawn.some(key => key === 'ages' || key === 'overdue');
  const debts = useDebts(projectId, mayAddDebts && isOwed);
  const ages = useDebtTimes(projectId, mayAddDebts && isOwed ? times : null);
  const billed = found.find(({ key }) => key === 'rate' || key === 'paidOfMonth');
  const months = billed && billedBefore(billed, times);
  const collected = useCollected(projectId, mayAddDebts && months ? { from: months.from, to: before.to } : null);
  // Named by its own billed months: those of the period before may be the ones that the figure is of.
  const than = { than: 'span' as const, day: months?.from ?? '', to: months?.to ?? '' };
  const whole = withDebts(found, debts).map((debt): Figure => {
    if (debt.key === 'overdue' && debt.entity === null && ages) return overdueAt(debt, ages, span.to < today());
    if (debt.key === 'rate' && collected?.rate != null)
      return { ...debt, better: 'more', before: { ...than, value: collected.rate } };
    if (debt.key === 'paidOfMonth' && collected)
      return { ...debt, better: 'more', before: { ...than, value: collected.paid + collected.deducted } };
    return debt;
  });
  const stats = useStats(projectId, whole, true);
  const figures = stats.flatMap((stat, n): BoardFigure[] => {
    const of = whole[n];
    if (!of) return [];
    const label = t(`figures.${[of.entity, of.key].filter(Boolean).join('-')}`, { defaultValue: stat.label });
    return [{ stat: { ...stat, label }, value: of.value, before: of.before?.value ?? null }];
  });
  return Object.assign(figures, { debts, ages: isOwed && mayAddDebts ? ages : null });
}

/**
 * The billed months that a figure is compared with, shifted by the distance of both periods. The latest billed month
 * need not be the current one.
 */
function billedBefore({ since, month }: Figure, { span, before }: Times): Span | null {
  const apart = Math.round(daysBetween(before.from, span.from) / MONTH_DAYS);
  if (!month || apart <= 0) return null;
  return { from: `${addMonths(since ?? month, -apart)}-01`, to: lastDayOf(addMonths(month, -apart)) };
}

/** Overdue debts at the end of the period; only the current figure links to its bills. */
function overdueAt(figure: Figure, { now, before, days }: DebtTimes, isOver: boolean): Figure {
  const sum = (of: Omit<Debt, 'month'>) => overdueOf({ ...of, month: '' });
  const { note, link, ...rest } = figure;
  return {
    ...rest,
    ...(!isOver && note && { note }),
    ...(!isOver && link && { link }),
    value: isOver ? sum(now) : figure.value,
    before: { value: sum(before), than: 'monthEnd', day: days[1] },
  };
}

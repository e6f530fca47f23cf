import type { Debt } from '@lobby/shared/billing/ageing.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { targetOf } from '../../kit/records/definitions.ts';

const MONTHS = 12;
/** Minimum interval between reloads, since debts are summed over all bills. */
const PAUSE_MS = 30_000;

const reportPath = () => targetOf('debt-report').path;

/** Debts at the end of the last twelve months, the current one as of now. Null while loading or without permission. */
export const useDebts = (projectId: string, may: boolean): readonly Debt[] | null =>
  useQuery<Debt[]>(may ? `${reportPath()}/series` : null, {
    scope: { projectId },
    query: { months: MONTHS },
    follow: 'BILL',
    delay: PAUSE_MS,
  }).data;

type Ages = Omit<Debt, 'month'>;
export interface DebtTimes {
  now: Ages;
  before: Ages;
  days: [string, string];
}

/** Debts by age at the end of a day. */
function useAges(projectId: string, asOf: string | null): Ages | null {
  const { data } = useQuery<{ totals: Ages }>(asOf ? `${reportPath()}/ageing` : null, {
    scope: { projectId },
    query: { asOf: asOf ?? '', group: 'block' },
    follow: 'BILL',
    delay: PAUSE_MS,
  });
  return data?.totals ?? null;
}

/** Debts by age at the end of a period and of its comparison. */
export function useDebtTimes(projectId: string, times: Record<'span' | 'before', Span> | null): DebtTimes | null {
  const now = useAges(projectId, times?.span.to ?? null);
  const before = useAges(projectId, times?.before.to ?? null);
  return now && before && times ? { now, before, days: [times.span.to, times.before.to] } : null;
}

interface Collected {
  billed: number;
  paid: number;
  deducted: number;
  rate: number | null;
}

/**
 * Amount collected by the end of a period for the bills of its months. Loaded separately, so that the figures need not
 * wait.
 */
export const useCollected = (projectId: string, of: Span | null): Collected | null =>
  useQuery<{ totals: Collected }>(of ? reportPath() : null, {
    scope: { projectId },
    query: { from: of?.from ?? '', to: of?.to ?? '', basis: 'month', group: 'month' },
    follow: 'BILL',
    delay: PAUSE_MS,
  }).data?.totals ?? null;

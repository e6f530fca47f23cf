import type { Debt } from '@lobby/shared/billing/ageing.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { targetOf } from '../../kit/records/definitions.ts';

const MONTHS = 12;
/** It is added up from all bills: not with each of their events. */
const PAUSE_MS = 30_000;

const reportPath = () => targetOf('debt-report').path;

/** What was owed at the ends of the last months, this one as it stands; null until it is known, and for who may not add it up. */
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

/** How old debts were at the end of a day; what has ended moves no more. */
function useAges(projectId: string, asOf: string | null): Ages | null {
  const { data } = useQuery<{ totals: Ages }>(asOf ? `${reportPath()}/ageing` : null, {
    scope: { projectId },
    query: { asOf: asOf ?? '', group: 'block' },
    follow: 'BILL',
    delay: PAUSE_MS,
  });
  return data?.totals ?? null;
}

/** How old debts are at the end of a time, and were at the end of its partner. */
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

/** What had come by the end of a time for the bills of its months; it is no part of the strip, which does not wait for it. */
export const useCollected = (projectId: string, of: Span | null): Collected | null =>
  useQuery<{ totals: Collected }>(of ? reportPath() : null, {
    scope: { projectId },
    query: { from: of?.from ?? '', to: of?.to ?? '', basis: 'month', group: 'month' },
    follow: 'BILL',
    delay: PAUSE_MS,
  }).data?.totals ?? null;

import type { Debt } from '@lobby/shared/billing/ageing.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { targetOf } from '../../kit/records/definitions.ts';

const MONTHS = 12;
/** It is added up from all bills: not with each of their events. */
const PAUSE_MS = 30_000;

/** What was owed at the ends of the last months, this one as it stands; null until it is known, and for who may not add it up. */
export const useDebts = (projectId: string, may: boolean): readonly Debt[] | null =>
  useQuery<Debt[]>(may ? `${targetOf('debt-report').path}/series` : null, {
    scope: { projectId },
    query: { months: MONTHS },
    follow: 'BILL',
    delay: PAUSE_MS,
  }).data;

import { SYNC_JOBS } from './modules/accounting-sync/index.ts';
import { turnServices } from './modules/billing-service/index.ts';
import { turnDebts } from './modules/debt-tracking/index.ts';
import { turnDeposits } from './modules/deposit/index.ts';
import { turnNoticeRuns, turnNotices, turnReminders } from './modules/fee-notice/index.ts';
import { turnOrdersOnline } from './modules/online-transaction/index.ts';
import { turnReconciliations } from './modules/reconciliation/index.ts';
import { turnDeductions } from './modules/unit-account/index.ts';

/** What time brings to fees, debts and books. */
export const MONEY_JOBS = [
  { name: 'services', every: '*/15 * * * *', run: turnServices },
  { name: 'deposits that are due', every: '*/15 * * * *', run: turnDeposits },
  { name: 'promises and plans of debts', every: '*/15 * * * *', run: turnDebts },
  { name: 'payments online', every: '*/30 * * * * *', run: turnOrdersOnline },
  ...SYNC_JOBS,
  { name: 'check of the books', every: '*/10 * * * *', run: turnReconciliations },
  { name: 'deductions from unit accounts', every: '* * * * *', run: turnDeductions },
  { name: 'reminders of debts', every: '*/5 * * * *', run: turnReminders },
  { name: 'sendings of notices', every: '* * * * *', run: turnNoticeRuns },
  { name: 'what is left of notices', every: '*/5 * * * *', run: turnNotices },
];

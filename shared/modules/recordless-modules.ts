import { activity } from './activity.ts';
import { advanceReport } from './advance-report.ts';
import { cardForm } from './card-form.ts';
import { dashboard } from './dashboard.ts';
import { debtTracking } from './debt-tracking.ts';
import { balanceSheet, cashbook, debtReport, receivableReport, resultReport } from './financial-reports.ts';
import { handoverStatistic } from './handover-statistic.ts';
import { MODULES } from './index.ts';
import { invoiceSetup } from './invoice-config.ts';
import { manualBills } from './manual-bills.ts';
import { numberUse } from './number-use.ts';
import { outbox } from './outbox.ts';
import { multiPayment, payment } from './payment.ts';
import { reconciliation } from './reconciliation.ts';
import { unitGroup } from './unit-group.ts';

/** Modules without records of their own. */
export const RECORDLESS = [
  activity,
  dashboard,
  unitGroup,
  payment,
  cashbook,
  debtReport,
  debtTracking,
  advanceReport,
  multiPayment,
  resultReport,
  balanceSheet,
  manualBills,
  numberUse,
  receivableReport,
  cardForm,
  outbox,
  handoverStatistic,
  invoiceSetup,
  reconciliation,
] as const;

/** All permission modules. */
export const CODES: readonly string[] = [
  ...new Set([...MODULES.map(({ code }) => code), ...RECORDLESS.map(({ code }) => code)]),
];

import type { Definition } from '@lobby/shared/kit/definition.ts';
import { payslip, receipt } from '@lobby/shared/modules/receipt.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { cashbookRoute } from './cashbook.ts';
import { debtRoute } from './debt.ts';
import { cancelPayslip, payslipBehaviour } from './payslip.ts';
import { resultRoutes } from './result.ts';
import { cancelReceipt, receiptBehaviour } from './rules.ts';

export { type Allocation, allocationsOf, billsOf, paid, paidLines, refuseUnpayable } from './allocations.ts';
export { bookingLines, onVoucherCancel } from './origins.ts';
export { payslipOf } from './payslip.ts';
export { cancelReceipt, receiptOf } from './rules.ts';

/** Money in and out, and what follows from it: the cashbook and what is still owed. */
export const receiptRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(receipt, { ...receiptBehaviour, acts: { cancel: cancelReceipt } }, all),
  ...serve(payslip, { ...payslipBehaviour, acts: { cancel: cancelPayslip } }, all),
  cashbookRoute,
  debtRoute,
  ...resultRoutes,
];

import type { Definition } from '@lobby/shared/kit/definition.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { cashbookRoutes } from './cashbook.ts';
import { categoryActs, categoryBehaviour } from './categories.ts';
import { debtReportRoutes } from './debt.ts';
import { cancelPayslip, payslipBehaviour } from './payslip.ts';
import { refundableRoute } from './refundable.ts';
import { resultRoutes } from './result.ts';
import { cancelReceipt, receiptBehaviour } from './rules.ts';
import { settleRoutes } from './settle.ts';
import { summaryRoute } from './summary.ts';
import { paperRoutes } from './voucher-pdf.ts';

export { type Allocation, allocationsOf, billsOf, paid, paidLines, refuseUnpayable } from './allocations.ts';
export { CATEGORIES, categoryStarter, firstCategories } from './categories.ts';
export { typeOf } from './complete.ts';
export { onPaid, type Paid } from './follow-paid.ts';
export { type MethodLine, placed } from './methods.ts';
export { bookingLines, onVoucherCancel } from './origins.ts';
export { payslipOf } from './payslip.ts';
export { resultOf } from './result.ts';
export { cancelReceipt, receiptOf } from './rules.ts';

/** Money in and out, and what follows from it: the cashbook and what is still owed. */
export const receiptRoutes = (all: readonly Definition[]): Route[] => [
  ...settleRoutes,
  summaryRoute(receipt, { methods: 'method', types: 'type', funds: 'fundId', cashiers: 'cashierId' }),
  ...paperRoutes({ definition: receipt, other: 'payerName' }, 'EMPTY_RECEIPT_SELECTED'),
  refundableRoute,
  summaryRoute(payslip, { methods: 'method', purposes: 'purpose', categories: 'category', funds: 'fundId' }),
  ...paperRoutes({ definition: payslip, other: 'payeeName' }, 'EMPTY_PAYMENT_SLIP_SELECTED'),
  ...serve(voucherCategory, { ...categoryBehaviour, acts: categoryActs }, all),
  ...serve(receipt, { ...receiptBehaviour, acts: { cancel: cancelReceipt } }, all),
  ...serve(payslip, { ...payslipBehaviour, acts: { cancel: cancelPayslip } }, all),
  ...cashbookRoutes,
  ...debtReportRoutes,
  ...resultRoutes,
];

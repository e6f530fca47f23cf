import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { cashPaper } from './cashbook/cash-paper.ts';
import { cashbookRoutes } from './cashbook/cashbook.ts';
import { settleRoutes } from './clearing.ts';
import { debtReportRoutes } from './debt/debt.ts';
import { receiptFigures } from './result/figures.ts';
import { incomeRoute } from './result/income.ts';
import { inputVatRoutes } from './result/input-vat.ts';
import { resultRoutes } from './result/profit-and-loss.ts';
import { resultPaper } from './result/result-paper.ts';
import { summaryRoute } from './result/summary.ts';
import { receiptBehaviour } from './rules.ts';
import { unitReceiptsRoute } from './unit-receipts.ts';
import { categoryBehaviour, categoryStarter } from './vouchers/categories.ts';
import { paidForRoute } from './vouchers/paid-for.ts';
import { payslipBehaviour } from './vouchers/payslip.ts';
import { refundableRoute } from './vouchers/refundable.ts';
import { configurePaperHome } from './vouchers/voucher-paper.ts';
import { paperRoutes } from './vouchers/voucher-pdf.ts';

export const receiptModule = defineServerModule({
  name: 'receipt',
  routes: [
    ...settleRoutes,
    summaryRoute(receipt, {
      methods: 'parts.method',
      types: 'type',
      funds: 'parts.fundId',
      cashiers: 'cashierId',
    }),
    ...paperRoutes(receipt),
    paidForRoute,
    unitReceiptsRoute,
    refundableRoute,
    summaryRoute(payslip, { methods: 'method', purposes: 'purpose', categories: 'category', funds: 'fundId' }),
    ...paperRoutes(payslip),
    ...cashbookRoutes,
    cashPaper,
    ...debtReportRoutes,
    ...resultRoutes,
    resultPaper,
    incomeRoute,
    ...inputVatRoutes,
  ],
  serves: [
    serves(voucherCategory, categoryBehaviour),
    serves(receipt, receiptBehaviour),
    serves(payslip, payslipBehaviour),
  ],
  configure: ({ publicUrl }) => configurePaperHome(publicUrl),
  figures: receiptFigures,
  starters: [categoryStarter],
});

import { payslip } from '@lobby/shared/modules/payslip.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { cashbookRoutes } from './cashbook.ts';
import { categoryBehaviour, categoryStarter } from './categories.ts';
import { settleRoutes } from './clearing.ts';
import { debtReportRoutes } from './debt.ts';
import { receiptFigures } from './figures.ts';
import { incomeRoute } from './income.ts';
import { inputVatRoutes } from './input-vat.ts';
import { payslipBehaviour } from './payslip.ts';
import { resultRoutes } from './profit-and-loss.ts';
import { refundableRoute } from './refundable.ts';
import { receiptBehaviour } from './rules.ts';
import { summaryRoute } from './summary.ts';
import { configurePaperHome } from './voucher-paper.ts';
import { paperRoutes } from './voucher-pdf.ts';

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
    refundableRoute,
    summaryRoute(payslip, { methods: 'method', purposes: 'purpose', categories: 'category', funds: 'fundId' }),
    ...paperRoutes(payslip),
    ...cashbookRoutes,
    ...debtReportRoutes,
    ...resultRoutes,
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

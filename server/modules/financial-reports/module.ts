import { defineServerModule } from '../../platform/server-module.ts';
import { cashPaper } from './cashbook/cash-paper.ts';
import { cashbookRoutes } from './cashbook/cashbook.ts';
import { debtReportRoutes } from './debt/debt.ts';
import { receivedFigures } from './result/figures.ts';
import { incomeRoute } from './result/income.ts';
import { inputVatRoutes } from './result/input-vat.ts';
import { resultRoutes } from './result/profit-and-loss.ts';
import { resultPaper } from './result/result-paper.ts';

export const financialReportsModule = defineServerModule({
  name: 'financial-reports',
  routes: [
    ...cashbookRoutes,
    cashPaper,
    ...debtReportRoutes,
    ...resultRoutes,
    resultPaper,
    incomeRoute,
    ...inputVatRoutes,
  ],
  figures: receivedFigures,
});

import { resultQuery } from '@lobby/shared/modules/financial-reports.contract.ts';
import { resultReport } from '@lobby/shared/modules/financial-reports.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import type { Route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { type PaperContent, type PaperTable, paperQuery, reportPdf } from '../../template/index.ts';
import { hasFigures, loadNames, loadReport } from './profit-and-loss.ts';

/** `GET /statistics/operational/pdf`: income and expenses of a period in the layout of their template. */
export const resultPaper: Route = reportPdf({
  path: resultReport.path,
  summary: 'What was earned and spent, on paper',
  module: resultReport.code,
  flags: ['read'],
  type: 'REVENUE_EXPENSE_REPORT',
  query: resultQuery.extend(paperQuery.shape),
  async contentsOf(ctx, query) {
    const report = await loadReport(ctx.projectId, query);
    const { nameOf } = await loadNames(ctx, report);
    const say = (key: string) => text(ctx, `books.result.${key}`);
    const money = (amount: number) => numberIn(ctx.language, amount);
    const sum = (all: readonly number[]) => all.reduce((total, amount) => total + amount, 0);
    const heads = { category: say('what'), in: say('in'), out: say('out'), balance: say('result') };
    const tableOf = (part: typeof report.maintenance): PaperTable => ({
      title: null,
      heads,
      rows: [
        ...part.revenue.map(line => ({ cells: { category: nameOf(line), in: money(line.total) } })),
        ...part.expense.map(line => ({ cells: { category: nameOf(line), out: money(line.total) } })),
      ],
      total: {
        category: say('total'),
        in: money(sum(part.in)),
        out: money(sum(part.out)),
        balance: money(part.result),
      },
    });
    const period = `${dayWords(query.from)} – ${dayWords(query.to)}`;
    const contentOf = (code: string, part: typeof report.maintenance): PaperContent => ({
      code,
      day: dayWords(query.to),
      period,
      facts: [['period', period]],
      tables: [tableOf(part)],
      sums: [],
      amount: null,
      bank: null,
      qr: null,
    });
    return [
      contentOf(period, report),
      ...(hasFigures(report.maintenance) ? [contentOf(say('maintenance'), report.maintenance)] : []),
    ];
  },
});

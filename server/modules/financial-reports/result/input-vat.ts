import { periodQuery } from '@lobby/shared/kit/query-schema.ts';
import { inputVat, inputVatRow } from '@lobby/shared/modules/financial-reports.contract.ts';
import { balanceSheet } from '@lobby/shared/modules/financial-reports.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { assertPeriodLength } from '../../ledger/index.ts';

const answer = z.object({ rows: z.array(inputVatRow), net: z.int(), vat: z.int() });
type InputVat = z.infer<typeof answer>;

/** Input VAT of payslip lines: a separate list, not posted to an account (balance-sheet rule 7). */
async function loadInputVat({ projectId }: Ctx, { from, to }: z.infer<typeof periodQuery>): Promise<InputVat> {
  assertPeriodLength(from, to);
  const payslips = await records(payslip).find(
    { projectId },
    { status: 'NOT_CANCELED', accountingDate: { $gte: from, $lte: to }, 'categories.vatAmount': { $gt: 0 } },
    { sort: { accountingDate: 1, code: 1 }, patience: 10_000 },
  );
  const ids = payslips.flatMap(({ categories }) => categories.map(({ categoryId }) => categoryId));
  const categories = await loadRefs(projectId, voucherCategory, [...new Set(ids)]);
  const rows = payslips.flatMap(({ _id, code, accountingDate, payeeName, categories: lines }) =>
    lines.flatMap(({ categoryId, amount, vatAmount, invoiceNo }) => {
      const vat = vatAmount ?? 0;
      if (vat <= 0) return [];
      const category = categories.get(categoryId)?.name ?? '';
      const of = { payslipId: _id, code: code ?? '', day: accountingDate, payee: payeeName };
      return [{ ...of, invoiceNo: invoiceNo ?? null, category, net: amount - vat, vat }];
    }),
  );
  const sum = (key: 'net' | 'vat') => rows.reduce((total, row) => total + row[key], 0);
  return { rows, net: sum('net'), vat: sum('vat') };
}

const COLUMNS = ['day', 'code', 'payee', 'invoiceNo', 'category', 'net', 'vat'] as const;

function* cellsOf(ctx: Ctx, { rows, net, vat }: InputVat): Generator<Cell[][]> {
  yield [COLUMNS.map(key => text(ctx, `books.inputVat.${key}`))];
  yield rows.map(row => COLUMNS.map(key => (key === 'day' ? dayWords(row.day) : (row[key] ?? ''))));
  yield [[text(ctx, 'books.result.total'), '', '', '', '', net, vat]];
}

const shared = { method: 'get', module: balanceSheet.code, query: periodQuery } as const;

export const inputVatRoutes: readonly Route[] = [
  route(inputVat, {
    flags: ['aggregate'],
    run: (ctx, { query }) => loadInputVat(ctx, query),
  }),
  route({
    ...shared,
    path: `${balanceSheet.path}/input-vat/export`,
    summary: 'The same as a spreadsheet',
    flags: ['export'],
    answer: XLSX,
    async run(ctx, { query, res }) {
      const report = await loadInputVat(ctx, query);
      const name = `input-vat-${query.from}-${query.to}.xlsx`;
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${name}"` });
      await writeSheet(res, text(ctx, 'books.inputVat.title'), cellsOf(ctx, report));
    },
  }),
];

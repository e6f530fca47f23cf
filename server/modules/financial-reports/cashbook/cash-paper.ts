import { bookQuery } from '@lobby/shared/modules/financial-reports.contract.ts';
import { cashbook } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import type { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import type { Route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { type PaperContent, paperQuery, reportPdf } from '../../template/index.ts';
import { aboutRows, findFunds } from './cash-rows.ts';
import { closingOf, listOf, readBook, rowOf } from './cashbook.ts';

/** Most rows of a fund on paper. */
const MOST = 10_000;
const query = bookQuery.omit({ q: true, withoutTransfers: true }).extend(paperQuery.shape);

/** The book of one fund: its rows, with the balance carried from page to page. */
async function contentOf(ctx: Ctx, fundId: string, name: string, period: z.infer<typeof query>): Promise<PaperContent> {
  const book = await readBook(ctx, { ...period, fundId });
  const { shown, opening, totalIn, totalOut } = book;
  if (shown.length > MOST) failFields({ to: { code: 'TOO_MANY', params: { max: MOST } } });
  const about = await aboutRows(ctx.projectId, shown);
  const money = (amount: number) => numberIn(ctx.language, amount);
  const cancelled = text(ctx, 'books.cashbook.cancelled');
  const closing = closingOf(book);
  return {
    code: name,
    day: dayWords(period.to),
    form: ['S07-DN'],
    period: `${dayWords(period.from)} – ${dayWords(period.to)}`,
    facts: [
      ['fund', name],
      ['period', `${dayWords(period.from)} – ${dayWords(period.to)}`],
      ['opening', money(opening)],
    ],
    tables: [
      {
        title: null,
        rows: shown.map(move => {
          const row = rowOf(ctx, move, about.get(move.id), false);
          const words = [row.content || text(ctx, `journal-entry.options.kind.${row.entry}`), row.counterpart];
          return {
            cells: {
              date: dayWords(row.day),
              code: row.source,
              content: [...words, row.cancelled && cancelled].filter(Boolean).join(' · '),
              in: row.in ? money(row.in) : '',
              out: row.out ? money(row.out) : '',
              balance: money(move.balance),
            },
          };
        }),
        carries: { column: 'balance', label: 'content' },
      },
    ],
    sums: [
      ['in', money(totalIn)],
      ['out', money(totalOut)],
      ['closing', money(closing)],
    ],
    amount: closing,
    bank: null,
    qr: null,
  };
}

/** `GET /cashbook/pdf`: the book of each chosen fund in the layout of its template, by default the form S07-DN. */
export const cashPaper: Route = reportPdf({
  path: cashbook.path,
  summary: 'The cashbook on paper, a book for each fund, the balance carried from page to page',
  module: cashbook.code,
  flags: ['read'],
  type: 'CASHBOOK',
  query,
  async contentsOf(ctx, input) {
    const ids = await findFunds(ctx.projectId, listOf(input.fundId));
    const names = await loadRefs(ctx.projectId, fund, ids);
    const contents: PaperContent[] = [];
    for (const id of ids) contents.push(await contentOf(ctx, id, names.get(id)?.name ?? '', input));
    return contents;
  },
});

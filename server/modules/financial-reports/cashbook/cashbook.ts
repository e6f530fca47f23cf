import { mondayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import {
  bookQuery,
  cashbookPage,
  type cashbookRow,
  type cashbookSpan,
  cashbookSpans,
} from '@lobby/shared/modules/financial-reports.contract.ts';
import { cashbook } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { assertPeriodLength } from '../../ledger/index.ts';
import { type About, aboutRows, type Book, findFunds, loadBook, type Moved } from './cash-rows.ts';

export const listOf = (ids: string | readonly string[] = []): readonly string[] =>
  typeof ids === 'string' ? [ids] : ids;
type BookQuery = z.infer<typeof bookQuery>;

type Row = z.infer<typeof cashbookRow>;

/** Module code for reading the documents of a type. */
const READS: Readonly<Record<string, string>> = { receipt: 'RECEIPT', payslip: 'PAYSLIP' };

export function rowOf(ctx: Ctx, move: Moved, about: About | undefined, narrowed: boolean): Row {
  const { id, day, entry, documentCode: source, fundId, documentType, documentId, unitId, cancelled, balance } = move;
  // Vouchers that the reader may not open appear without details.
  const open = !READS[documentType] || can(ctx, READS[documentType], 'read');
  return {
    id,
    day,
    entry,
    source,
    fundId,
    documentType,
    documentId: open ? documentId : null,
    cancelled,
    unitId: open ? unitId : null,
    in: move.in,
    out: move.out,
    balance: narrowed ? null : balance,
    voucherDate: about?.voucherDate ?? null,
    receiptCode: about?.receiptCode ?? null,
    payslipCode: about?.payslipCode ?? null,
    content: open ? (about?.content ?? '') : '',
    counterpart: open ? (about?.counterpart ?? '') : '',
    method: about?.method ?? null,
    category: about?.category ?? null,
    cashierId: open ? (about?.cashierId ?? null) : null,
  };
}

const sumOf = (rows: readonly Moved[], side: 'in' | 'out') => rows.reduce((total, row) => total + row[side], 0);

/** Whether a row belongs to a transfer between two of the funds. */
const isBetween = (rows: readonly Moved[]): ((row: Moved) => boolean) => {
  const twice = new Set<string>();
  const seen = new Map<string, string>();
  for (const { id, fundId, documentType } of rows) {
    if (documentType !== 'fund-transfer') continue;
    const entry = id.split('.')[0] ?? '';
    if (seen.has(entry) && seen.get(entry) !== fundId) twice.add(entry);
    seen.set(entry, fundId);
  }
  return ({ id }) => twice.has(id.split('.')[0] ?? '');
};

interface ShownBook extends Book {
  shown: Moved[];
  totalIn: number;
  totalOut: number;
  narrowed: boolean;
}

/** The cashbook for a query: filters change the totals, never a balance. */
export async function readBook(
  ctx: Ctx,
  { fundId, from, to, q, withoutCancelled, withoutTransfers }: BookQuery,
): Promise<ShownBook> {
  assertPeriodLength(from, to);
  const book = await loadBook(ctx.projectId, await findFunds(ctx.projectId, listOf(fundId)), from, to);
  const standing = book.rows.filter(row => withoutCancelled !== 'true' || !row.hidden);
  let shown = standing;
  if (q) {
    const about = await aboutRows(ctx.projectId, standing);
    shown = standing.filter(({ id, documentCode }) => {
      const { content = '', counterpart = '' } = about.get(id) ?? {};
      return fold([documentCode, content, counterpart].join(' ')).includes(fold(q));
    });
  }
  const between = withoutTransfers === 'true' ? isBetween(book.rows) : () => false;
  const counted = shown.filter(row => !between(row));
  return { ...book, shown, narrowed: Boolean(q), totalIn: sumOf(counted, 'in'), totalOut: sumOf(counted, 'out') };
}

export const closingOf = ({ opening, rows }: Book) => rows.at(-1)?.balance ?? opening;

/** Key of the day, week (its Monday) or month; by fund there is one row. */
function spanOf(day: string, group: string): string {
  if (group === 'month') return monthOf(day);
  if (group === 'week') return mondayOf(day);
  return group === 'fund' ? '' : day;
}

async function loadSpans(projectId: string, fundIds: readonly string[], from: string, to: string, group: string) {
  const spans: z.infer<typeof cashbookSpan>[] = [];
  for (const fundId of fundIds) {
    const { opening, rows } = await loadBook(projectId, [fundId], from, to);
    let balance = opening;
    for (const [key, ofSpan] of Map.groupBy(rows, row => spanOf(row.day, group))) {
      const [came, went] = [sumOf(ofSpan, 'in'), sumOf(ofSpan, 'out')];
      const of = (entry: string, side: 'in' | 'out') =>
        sumOf(
          ofSpan.filter(row => row.entry === entry),
          side,
        );
      const vouchers = { receipts: of('RECEIPT', 'in'), payslips: of('PAYSLIP', 'out') };
      const closing = balance + came - went;
      spans.push({ key, name: null, fundId, opening: balance, in: came, out: went, closing, ...vouchers });
      balance = closing;
    }
  }
  return spans.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Receipts and payments by method or category, for each fund. */
async function loadParts(
  projectId: string,
  fundIds: string[],
  { from, to, group }: { from: string; to: string; group: 'method' | 'category' },
) {
  const { rows } = await loadBook(projectId, fundIds, from, to);
  const about = await aboutRows(projectId, rows);
  const spans = new Map<string, z.infer<typeof cashbookSpan>>();
  const none = { name: null, opening: null, closing: null, in: 0, out: 0, receipts: 0, payslips: 0 };
  for (const row of rows)
    for (const part of about.get(row.id)?.parts[group] ?? []) {
      const [key, { fundId }] = [part.key ?? '', row];
      const span = spans.get(`${key} ${fundId}`) ?? { ...none, key, fundId };
      span[row.in > 0 ? 'in' : 'out'] += part.amount;
      if (row.entry === 'RECEIPT') span.receipts += part.amount;
      if (row.entry === 'PAYSLIP') span.payslips += part.amount;
      spans.set(`${key} ${fundId}`, span);
    }
  const totals = [...spans.values()];
  if (group === 'category') {
    const named = await records(voucherCategory)
      .withRemoved()
      .find({ projectId }, { _id: { $in: totals.map(({ key }) => key).filter(Boolean) } }, { only: ['name'] });
    const names = new Map(named.map(({ _id, name }) => [_id, name]));
    for (const total of totals) total.name = names.get(total.key) ?? null;
  }
  return totals.toSorted((a, b) => b.in + b.out - (a.in + a.out));
}

/** Money received but not yet in a fund at the end of a day, by payment method. */
async function loadOnItsWay({ projectId }: Pick<Ctx, 'projectId'>, on: string) {
  const net = { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] };
  const sums = await records(journalEntry).aggregate<{ _id: string | null; amount: number }>(
    { projectId },
    { accountingDate: { $lte: on }, 'lines.account': 'CLEARING' },
    [
      { $unwind: '$lines' },
      { $match: { 'lines.account': 'CLEARING' } },
      { $group: { _id: { $ifNull: ['$lines.method', null] }, amount: { $sum: net } } },
    ],
    20_000,
  );
  const there = sums.filter(({ amount }) => amount !== 0);
  const methods = await records(paymentMethod)
    .withRemoved()
    .find({ projectId }, { _id: { $in: there.flatMap(({ _id }) => _id ?? []) } }, { only: ['name'] });
  const names = new Map(methods.map(({ _id, name }) => [_id, name]));
  return there.map(({ _id: method, amount }) => ({ method, name: names.get(method ?? '') ?? null, amount }));
}

const COLUMNS = [
  'day',
  'voucherDate',
  'receiptCode',
  'payslipCode',
  'content',
  'counterpart',
  'in',
  'out',
  'balance',
] as const;

async function* sheetOf(ctx: Ctx, { shown, opening, narrowed, ...book }: ShownBook): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `books.cashbook.${key}`);
  const names = await loadRefs(ctx.projectId, fund, book.fundIds);
  yield [[say('fund'), ...COLUMNS.map(say)]];
  if (!narrowed) yield [['', '', '', '', '', say('opening'), '', '', '', opening]];
  for (let at = 0; at < shown.length; at += 1000) {
    const part = shown.slice(at, at + 1000);
    const about = await aboutRows(ctx.projectId, part);
    yield part.map(move => {
      const row = rowOf(ctx, move, about.get(move.id), narrowed);
      const days = { day: dayWords(row.day), voucherDate: row.voucherDate && dayWords(row.voucherDate) };
      return [names.get(move.fundId)?.name ?? '', ...COLUMNS.map(name => ({ ...row, ...days })[name] ?? '')];
    });
  }
}

const { path, code: module } = cashbook;

export const cashbookRoutes: readonly Route[] = [
  route(cashbookPage, {
    flags: ['read'] as const,
    async run(ctx, { query: { page: no, limit, ...query } }) {
      const book = await readBook(ctx, query);
      const { shown, opening, narrowed, totalIn, totalOut } = book;
      const part = shown.slice((no - 1) * limit, no * limit);
      const about = await aboutRows(ctx.projectId, part);
      const first = part[0];
      const before = first ? first.balance - first.in + first.out : closingOf(book);
      return {
        opening: narrowed ? null : opening,
        totalIn,
        totalOut,
        closing: narrowed ? null : closingOf(book),
        pageOpening: narrowed ? null : before,
        onItsWay: await loadOnItsWay(ctx, query.to),
        count: shown.length,
        rows: part.map(move => rowOf(ctx, move, about.get(move.id), narrowed)),
      };
    },
  }),
  route(cashbookSpans, {
    flags: ['aggregate'] as const,
    async run({ projectId }, { query: { fundId, from, to, group } }) {
      assertPeriodLength(from, to);
      const fundIds = await findFunds(projectId, listOf(fundId));
      return group === 'method' || group === 'category'
        ? loadParts(projectId, fundIds, { from, to, group })
        : loadSpans(projectId, fundIds, from, to, group);
    },
  }),
  route({
    method: 'get',
    path: `${path}/export`,
    module,
    flags: ['export'] as const,
    query: bookQuery,
    answer: XLSX,
    summary: 'The cashbook as a spreadsheet',
    async run(ctx, { query, res }) {
      const book = await readBook(ctx, query);
      const name = `cashbook-${query.from}-${query.to}.xlsx`;
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${name}"` });
      await writeSheet(res, text(ctx, 'books.cashbook.title'), sheetOf(ctx, book));
    },
  }),
];

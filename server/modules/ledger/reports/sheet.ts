import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addDays, addMonths, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { titleIn } from '@lobby/shared/kit/nouns.ts';
import { daySchema } from '@lobby/shared/kit/schema.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { balanceSheet } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import {
  balanceOn,
  balanceSeries,
  comparedWith,
  trialBalance,
  trialQuery,
  type trialRow,
} from '@lobby/shared/modules/ledger.contract.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { FINANCIAL_YEAR_MONTH } from '@lobby/shared/modules/unit-group.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { writeSheet } from '../../../kit/sheets/sheet.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { loadProject } from '../../../platform/projects/projects.ts';
import { paperQuery, reportPdf } from '../../template/index.ts';
import { assertPeriodLength } from './period.ts';

/** Income and expense accounts, whose balance is the result. */
const RESULT = ['REVENUE', 'INTEREST_INCOME', 'DISCOUNT', 'WRITE_OFF', 'EXPENSE'];
const ASSETS = ['FUND', 'CLEARING', 'RECEIVABLE'];
const LIABILITIES = ['UNIT_ACCOUNT', 'ADVANCE', 'DEPOSIT', 'VAT_PAYABLE', 'SURCHARGE_TAX_PAYABLE'];

interface Sum {
  /** `month` of accounts of the result. */
  _id: { account: string; fundId: string | null; method: string | null; month: string };
  /** Debit minus credit. */
  amount: number;
}

/** Balances of all accounts at the end of a day. */
const sumsAt = (projectId: string, on: string): Promise<Sum[]> =>
  records(journalEntry).aggregate<Sum>(
    { projectId },
    { accountingDate: { $lte: on } },
    [
      { $unwind: '$lines' },
      {
        $group: {
          _id: {
            account: '$lines.account',
            fundId: { $cond: [{ $eq: ['$lines.account', 'FUND'] }, '$lines.fundId', null] },
            method: { $cond: [{ $eq: ['$lines.account', 'CLEARING'] }, { $ifNull: ['$lines.method', null] }, null] },
            month: { $cond: [{ $in: ['$lines.account', RESULT] }, { $substrBytes: ['$accountingDate', 0, 7] }, ''] },
          },
          amount: { $sum: { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] } },
        },
      },
    ],
    20_000,
  );

const SIDES = ['assets', 'liabilities', 'equity'] as const;
type Side = (typeof SIDES)[number];
interface Row {
  side: Side;
  key: string;
  id: string | null;
  amount: number;
}

const rowKey = ({ key, id }: Pick<Row, 'key' | 'id'>) => `${key} ${id ?? ''}`;
const cashOf = (doc: Pick<Doc<typeof fund>, 'kind' | 'purpose'> | undefined) =>
  doc?.purpose === 'MAINTENANCE' ? 'MAINTENANCE' : doc?.kind === 'CASH' ? 'CASH' : 'BANK';

/** First month of the financial year that contains a day. */
async function loadYearStart(projectId: string, on: string): Promise<string> {
  const first = (await loadProject(projectId))?.financialYearMonth ?? FINANCIAL_YEAR_MONTH;
  const year = Number(on.slice(0, 4)) - (Number(on.slice(5, 7)) < first ? 1 : 0);
  return `${year}-${String(first).padStart(2, '0')}`;
}

/** Rows of the balance sheet on a day: assets, liabilities and equity. */
async function loadRows(projectId: string, on: string): Promise<Row[]> {
  const [sums, yearStart, funds] = await Promise.all([
    sumsAt(projectId, on),
    loadYearStart(projectId, on),
    records(fund)
      .withRemoved()
      .find({ projectId }, {}, { only: ['kind', 'purpose'] }),
  ]);
  const fundById = new Map(funds.map(doc => [doc._id, doc]));
  const rows = new Map<string, Row>();
  const add = (side: Side, key: string, id: string | null, amount: number) => {
    const row = rows.get(rowKey({ key, id })) ?? { side, key, id, amount: 0 };
    row.amount += amount;
    rows.set(rowKey(row), row);
  };
  for (const key of LIABILITIES) add('liabilities', key, null, 0);
  for (const key of ['OPENING_BALANCE', 'RESULT_BEFORE', 'RESULT_OF_YEAR']) add('equity', key, null, 0);
  add('assets', 'RECEIVABLE', null, 0);
  for (const { _id, amount } of sums) {
    const { account, fundId, method, month } = _id;
    if (account === 'FUND') add('assets', cashOf(fundById.get(fundId ?? '')), fundId, amount);
    else if (ASSETS.includes(account)) add('assets', account, method, amount);
    else if (LIABILITIES.includes(account)) add('liabilities', account, null, -amount);
    else if (RESULT.includes(account))
      add('equity', month < yearStart ? 'RESULT_BEFORE' : 'RESULT_OF_YEAR', null, -amount);
    else add('equity', account, null, -amount);
  }
  return [...rows.values()];
}

const totalOf = (rows: readonly Row[], side: Side) =>
  rows.reduce((sum, row) => sum + (row.side === side ? row.amount : 0), 0);

/** Day to compare with: the end of the previous month, or the same day of the previous year. */
function comparedDay(on: string, with_: string): string {
  if (with_ === 'previousMonth') return addDays(`${monthOf(on)}-01`, -1);
  if (with_ !== 'lastYear') return with_;
  const last = addDays(`${addMonths(monthOf(on), -11)}-01`, -1);
  const same = `${Number(on.slice(0, 4)) - 1}${on.slice(4)}`;
  return same < last ? same : last;
}

const totalsOf = (rows: readonly Row[]) => ({
  assets: totalOf(rows, 'assets'),
  liabilities: totalOf(rows, 'liabilities'),
  equity: totalOf(rows, 'equity'),
});
const shared = { method: 'get', module: balanceSheet.code, flags: ['aggregate'] } as const;
const sheetQuery = z.strictObject({ on: daySchema.optional(), compare: comparedWith.optional() });
type Sheet = AnswerOf<typeof balanceOn>;

/** Movements of the maintenance funds from the start of the year to a day. */
async function loadReserve(projectId: string, on: string): Promise<Sheet['reserve']> {
  const funds = await records(fund)
    .withRemoved()
    .find({ projectId }, { purpose: 'MAINTENANCE' }, { only: ['_id'], sort: { order: 1 } });
  const fundIds = funds.map(({ _id }) => _id);
  const first = `${await loadYearStart(projectId, on)}-01`;
  const within = { $gte: ['$accountingDate', first] };
  const debit = { $ifNull: ['$lines.debit', 0] };
  const credit = { $ifNull: ['$lines.credit', 0] };
  const sums = await records(journalEntry).aggregate<{ _id: string; opening: number; in: number; out: number }>(
    { projectId },
    { accountingDate: { $lte: on }, 'lines.fundId': { $in: fundIds } },
    [
      { $unwind: '$lines' },
      { $match: { 'lines.account': 'FUND', 'lines.fundId': { $in: fundIds } } },
      {
        $group: {
          _id: '$lines.fundId',
          opening: { $sum: { $cond: [within, 0, { $subtract: [debit, credit] }] } },
          in: { $sum: { $cond: [within, debit, 0] } },
          out: { $sum: { $cond: [within, credit, 0] } },
        },
      },
    ],
    20_000,
  );
  return sums.map(({ _id: fundId, ...of }) => ({ fundId, ...of, closing: of.opening + of.in - of.out }));
}

async function loadSheet(ctx: Ctx, query: z.infer<typeof sheetQuery>): Promise<Sheet> {
  const today = todayOf(ctx);
  const on = query.on ?? today;
  if (on > today) failFields({ on: { code: 'DATE_IN_FUTURE' } });
  const comparedWith = query.compare ? comparedDay(on, query.compare) : null;
  const [rows, others, funds] = await Promise.all([
    loadRows(ctx.projectId, on),
    comparedWith ? loadRows(ctx.projectId, comparedWith) : [],
    loadReserve(ctx.projectId, on),
  ]);
  const before = new Map(others.map(other => [rowKey(other), other.amount]));
  // Includes rows that only the compared day has.
  const now = new Set(rows.map(rowKey));
  const all = [...rows, ...others.filter(other => !now.has(rowKey(other))).map(other => ({ ...other, amount: 0 }))];
  const sums = totalsOf(rows);
  return {
    on,
    comparedWith,
    totals: sums,
    balanced: sums.assets === sums.liabilities + sums.equity,
    rows: all.map(row => {
      const then = comparedWith ? (before.get(rowKey(row)) ?? 0) : null;
      return { ...row, compare: then, change: then === null ? null : row.amount - then };
    }),
    reserve: funds,
  };
}

const SAID = ['CASH', 'BANK', 'MAINTENANCE', 'RESULT_BEFORE', 'RESULT_OF_YEAR'];
const accountSaid = (ctx: Ctx, key: string) =>
  text(ctx, SAID.includes(key) ? `books.sheet.rows.${key}` : `journal-entry.options.account.${key}`);

/** Names of the referenced records. */
async function loadNames({ projectId }: Ctx, definition: Definition, ids: readonly (string | null)[]) {
  const found = await loadRefs(
    projectId,
    definition,
    ids.flatMap(id => id ?? []),
  );
  return new Map([...found].map(([id, doc]) => [id, titleIn(definition, doc)]));
}

/** Balance sheet as spreadsheet rows, with the compared day and totals. */
async function* sheetCells(ctx: Ctx, { on, comparedWith, rows, totals: sums, reserve: kept }: Sheet) {
  const ids = [...rows.map(({ id }) => id), ...kept.map(({ fundId }) => fundId)];
  const [funds, methods] = await Promise.all([loadNames(ctx, fund, ids), loadNames(ctx, paymentMethod, ids)]);
  const say = (key: string) => text(ctx, `books.${key}`);
  const beside = ({ compare: then, change }: Sheet['rows'][number]) => (comparedWith ? [then ?? 0, change ?? 0] : []);
  const other = comparedWith ? [dayWords(comparedWith), say('sheet.change')] : [];
  yield [['', dayWords(on), ...other]];
  for (const side of SIDES) {
    const ofSide = rows.filter(row => row.side === side);
    yield [
      [{ text: say(`sheet.${side}`), look: 'bold' as const }],
      ...ofSide.map(row => {
        const name = row.id && (funds.get(row.id) ?? methods.get(row.id));
        return [[accountSaid(ctx, row.key), name].filter(Boolean).join(' · '), row.amount, ...beside(row)];
      }),
      [say('result.total'), sums[side]],
    ];
  }
  if (kept.length === 0) return;
  const figures = ['opening', 'in', 'out', 'closing'] as const;
  yield [
    [{ text: say('sheet.reserve'), look: 'bold' as const }, ...figures.map(key => say(`cashbook.${key}`))],
    ...kept.map(reserve => [funds.get(reserve.fundId) ?? '', ...figures.map(key => reserve[key])]),
  ];
}

/** `GET /statistics/balance-sheet/pdf`: the sheet in the layout of the report of income and expenses. */
const sheetPaper = reportPdf({
  path: balanceSheet.path,
  summary: 'The balance sheet on paper',
  module: balanceSheet.code,
  flags: ['aggregate'],
  type: 'REVENUE_EXPENSE_REPORT',
  query: sheetQuery.extend(paperQuery.shape),
  title: ctx => text(ctx, 'books.sheet.title'),
  async contentsOf(ctx, query) {
    const { on, comparedWith, rows, totals, balanced } = await loadSheet(ctx, query);
    const ids = rows.map(({ id }) => id);
    const [funds, methods] = await Promise.all([loadNames(ctx, fund, ids), loadNames(ctx, paymentMethod, ids)]);
    const say = (key: string) => text(ctx, `books.${key}`);
    const money = (amount: number) => numberIn(ctx.language, amount);
    const apart = totals.assets - totals.liabilities - totals.equity;
    return [
      {
        code: dayWords(on),
        day: dayWords(on),
        facts: [],
        tables: SIDES.map(side => ({
          title: null,
          columns: comparedWith ? ['category', 'opening', 'balance'] : ['category', 'balance'],
          heads: {
            category: say(`sheet.${side}`),
            balance: dayWords(on),
            ...(comparedWith && { opening: dayWords(comparedWith) }),
          },
          rows: rows
            .filter(row => row.side === side)
            .map(row => {
              const name = row.id && (funds.get(row.id) ?? methods.get(row.id));
              return {
                cells: {
                  category: [accountSaid(ctx, row.key), name].filter(Boolean).join(' · '),
                  balance: money(row.amount),
                  ...(row.compare !== null && { opening: money(row.compare) }),
                },
              };
            }),
          total: { category: say('result.total'), balance: money(totals[side]) },
        })),
        sums: [],
        amount: null,
        bank: null,
        qr: null,
        foot: balanced ? say('sheet.balanced') : text(ctx, 'books.sheet.apart', { amount: money(apart) }),
      },
    ];
  },
});

export const sheetRoutes: readonly Route[] = [
  sheetPaper,
  route(balanceOn, {
    flags: ['aggregate'],
    run: (ctx, { query }) => loadSheet(ctx, query),
  }),
  route({
    ...shared,
    path: `${balanceSheet.path}/export`,
    flags: ['export'],
    summary: 'The same as a spreadsheet',
    query: sheetQuery,
    answer: XLSX,
    async run(ctx, { query, res }) {
      const sheet = await loadSheet(ctx, query);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="balance-sheet-${sheet.on}.xlsx"` });
      await writeSheet(res, text(ctx, 'books.sheet.title'), sheetCells(ctx, sheet));
    },
  }),
  route(balanceSeries, {
    flags: ['aggregate'],
    async run(ctx, { query: { months } }) {
      const today = todayOf(ctx);
      const found = [];
      for (let back = months - 1; back >= 0; back--) {
        const month = addMonths(monthOf(today), -back);
        const end = addDays(`${addMonths(month, 1)}-01`, -1);
        found.push({ month, ...totalsOf(await loadRows(ctx.projectId, end < today ? end : today)) });
      }
      return found;
    },
  }),
];

const FIGURES = ['openingDebit', 'openingCredit', 'debit', 'credit', 'closingDebit', 'closingCredit'] as const;
const LEVELS = { account: null, unit: 'unitId', service: 'serviceId', fund: 'fundId' } as const;
type Trial = z.infer<typeof trialRow>;
interface Turnover {
  _id: { account: string; key: string | null };
  opening: number;
  debit: number;
  credit: number;
}

/** Trial balance: opening, turnover and closing balance of each account, on its side. */
async function loadTrial(
  { projectId }: Pick<Ctx, 'projectId'>,
  { from, to, level = 'account' }: z.infer<typeof trialQuery>,
): Promise<Trial[]> {
  assertPeriodLength(from, to);
  const key = LEVELS[level];
  const within = { $gte: ['$accountingDate', from] };
  const sideOf = (name: string) => ({ $sum: { $cond: [within, { $ifNull: [`$lines.${name}`, 0] }, 0] } });
  const net = { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] };
  const sums = await records(journalEntry).aggregate<Turnover>(
    { projectId },
    { accountingDate: { $lte: to } },
    [
      { $unwind: '$lines' },
      {
        $group: {
          _id: { account: '$lines.account', key: key ? { $ifNull: [`$lines.${key}`, null] } : null },
          opening: { $sum: { $cond: [within, 0, net] } },
          debit: sideOf('debit'),
          credit: sideOf('credit'),
        },
      },
      { $sort: { '_id.account': 1, '_id.key': 1 } },
    ],
    20_000,
  );
  return sums.map(({ _id, opening, debit, credit }): Trial => {
    const closing = opening + debit - credit;
    return {
      ..._id,
      debit,
      credit,
      openingDebit: Math.max(opening, 0),
      openingCredit: Math.max(-opening, 0),
      closingDebit: Math.max(closing, 0),
      closingCredit: Math.max(-closing, 0),
    };
  });
}

const KEYED = { unit, service, fund } as const;

async function* trialCells(ctx: Ctx, rows: readonly Trial[], level: keyof typeof LEVELS) {
  yield [[text(ctx, 'books.sheet.levels.account'), ...FIGURES.map(key => text(ctx, `books.sheet.figures.${key}`))]];
  const definition: Definition | null = level === 'account' ? null : KEYED[level];
  const keys = rows.map(({ key }) => key);
  const names = definition ? await loadNames(ctx, definition, keys) : new Map<string, string>();
  yield rows.map(row => [
    [accountSaid(ctx, row.account), names.get(row.key ?? '')].filter(Boolean).join(' · '),
    ...FIGURES.map(key => row[key]),
  ]);
  const sum = (key: (typeof FIGURES)[number]) => rows.reduce((total, row) => total + row[key], 0);
  yield [[text(ctx, 'books.result.total'), ...FIGURES.map(sum)]];
}

export const trialRoutes: readonly Route[] = [
  route(trialBalance, {
    flags: ['aggregate'],
    run: (ctx, { query }) => loadTrial(ctx, query),
  }),
  route({
    ...shared,
    path: `${balanceSheet.path}/trial/export`,
    flags: ['export'],
    summary: 'The same as a spreadsheet',
    query: trialQuery,
    answer: XLSX,
    async run(ctx, { query, res }) {
      const rows = await loadTrial(ctx, query);
      const name = `trial-balance-${query.from}-${query.to}.xlsx`;
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${name}"` });
      await writeSheet(res, text(ctx, 'books.sheet.trial'), trialCells(ctx, rows, query.level ?? 'account'));
    },
  }),
];

import { addDays, addMonths } from '@lobby/shared/kit/dates.ts';
import { fieldSchema } from '@lobby/shared/kit/schema.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { balanceSheet } from '@lobby/shared/modules/reports.ts';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { todayOf } from '../lock-date/index.ts';
import { assertPeriodLength } from './period.ts';

/** The income and the expense of a building: what is left of them is its result. */
const RESULT = ['REVENUE', 'INTEREST_INCOME', 'DISCOUNT', 'WRITE_OFF', 'EXPENSE'];
const ASSETS = ['FUND', 'CLEARING', 'RECEIVABLE'];
const LIABILITIES = ['UNIT_ACCOUNT', 'ADVANCE', 'DEPOSIT', 'VAT_PAYABLE', 'SURCHARGE_TAX_PAYABLE'];

interface Sum {
  _id: { account: string; fundId: string | null; method: string | null; year: string };
  /** Debit less credit. */
  amount: number;
}

/** What stands on each account at the end of a day, from the first entry on. */
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
            year: { $cond: [{ $in: ['$lines.account', RESULT] }, { $substrBytes: ['$accountingDate', 0, 4] }, ''] },
          },
          amount: { $sum: { $subtract: [{ $ifNull: ['$lines.debit', 0] }, { $ifNull: ['$lines.credit', 0] }] } },
        },
      },
    ],
    20_000,
  );

type Side = 'assets' | 'liabilities' | 'equity';
interface Row {
  side: Side;
  key: string;
  id: string | null;
  amount: number;
}

const rowKey = ({ key, id }: Pick<Row, 'key' | 'id'>) => `${key} ${id ?? ''}`;
const cashOf = (doc: Pick<Doc<typeof fund>, 'kind' | 'purpose'> | undefined) =>
  doc?.purpose === 'MAINTENANCE' ? 'MAINTENANCE' : doc?.kind === 'CASH' ? 'CASH' : 'BANK';

/** The rows of the sheet of a day: what the building has, what it owes, and what is its own. */
async function loadRows(projectId: string, on: string): Promise<Row[]> {
  const [sums, funds] = await Promise.all([
    sumsAt(projectId, on),
    records(fund)
      .withRemoved()
      .find({ projectId }, {}, { only: ['kind', 'purpose'] }),
  ]);
  const known = new Map(funds.map(doc => [doc._id, doc]));
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
    const { account, fundId, method, year } = _id;
    if (account === 'FUND') add('assets', cashOf(known.get(fundId ?? '')), fundId, amount);
    else if (ASSETS.includes(account)) add('assets', account, method, amount);
    else if (LIABILITIES.includes(account)) add('liabilities', account, null, -amount);
    else if (RESULT.includes(account))
      add('equity', year < on.slice(0, 4) ? 'RESULT_BEFORE' : 'RESULT_OF_YEAR', null, -amount);
    else add('equity', account, null, -amount);
  }
  return [...rows.values()];
}

const totalOf = (rows: readonly Row[], side: Side) =>
  rows.reduce((sum, row) => sum + (row.side === side ? row.amount : 0), 0);

const day = fieldSchema({ kind: 'date', required: true }) as z.ZodString;
const compare = z.union([z.enum(['previousMonth', 'lastYear']), day]);
/** The day that another is compared with: the end of the month before, or the same day a year ago. */
function comparedDay(on: string, with_: string): string {
  if (with_ === 'previousMonth') return addDays(`${on.slice(0, 7)}-01`, -1);
  if (with_ !== 'lastYear') return with_;
  const last = addDays(`${addMonths(on.slice(0, 7), -11)}-01`, -1);
  const same = `${Number(on.slice(0, 4)) - 1}${on.slice(4)}`;
  return same < last ? same : last;
}

const totals = z.object({ assets: z.int(), liabilities: z.int(), equity: z.int() });
const totalsOf = (rows: readonly Row[]) => ({
  assets: totalOf(rows, 'assets'),
  liabilities: totalOf(rows, 'liabilities'),
  equity: totalOf(rows, 'equity'),
});
const shared = { method: 'get', module: balanceSheet.code, flags: ['aggregate'] } as const;

const MOST_MONTHS = 60;

export const sheetRoutes: readonly Route[] = [
  route({
    ...shared,
    path: balanceSheet.path,
    summary: 'What the building has and owes on a day, beside another day',
    query: z.strictObject({ on: day.optional(), compare: compare.optional() }),
    answer: z.object({
      on: z.string(),
      comparedWith: z.string().nullable(),
      balanced: z.boolean(),
      totals,
      rows: z.array(
        z.object({
          side: z.string(),
          key: z.string(),
          id: z.string().nullable(),
          amount: z.int(),
          compare: z.int().nullable(),
          change: z.int().nullable(),
        }),
      ),
    }),
    async run(ctx, { query }) {
      const today = todayOf(ctx);
      const on = query.on ?? today;
      if (on > today) failFields({ on: { code: 'DATE_IN_FUTURE' } });
      const comparedWith = query.compare ? comparedDay(on, query.compare) : null;
      const rows = await loadRows(ctx.projectId, on);
      const others = comparedWith ? await loadRows(ctx.projectId, comparedWith) : [];
      const before = new Map(others.map(one => [rowKey(one), one.amount]));
      // What stood there then is shown though there is nothing now.
      const now = new Set(rows.map(rowKey));
      const all = [...rows, ...others.filter(one => !now.has(rowKey(one))).map(one => ({ ...one, amount: 0 }))];
      const sums = totalsOf(rows);
      return {
        on,
        comparedWith,
        totals: sums,
        balanced: sums.assets === sums.liabilities + sums.equity,
        rows: all.map(one => {
          const then = comparedWith ? (before.get(rowKey(one)) ?? 0) : null;
          return { ...one, compare: then, change: then === null ? null : one.amount - then };
        }),
      };
    },
  }),
  route({
    ...shared,
    path: `${balanceSheet.path}/series`,
    summary: 'Assets, liabilities and what is the building’s own at the end of each month',
    query: z.strictObject({ months: z.coerce.number().int().min(1).max(MOST_MONTHS).default(24) }),
    answer: z.array(totals.extend({ month: z.string() })),
    async run(ctx, { query: { months } }) {
      const today = todayOf(ctx);
      const found = [];
      for (let back = months - 1; back >= 0; back--) {
        const month = addMonths(today.slice(0, 7), -back);
        const end = addDays(`${addMonths(month, 1)}-01`, -1);
        found.push({ month, ...totalsOf(await loadRows(ctx.projectId, end < today ? end : today)) });
      }
      return found;
    },
  }),
];

const LEVELS = { account: null, unit: 'unitId', service: 'serviceId', fund: 'fundId' } as const;
const trialRow = z.object({
  account: z.string(),
  key: z.string().nullable(),
  openingDebit: z.int(),
  openingCredit: z.int(),
  debit: z.int(),
  credit: z.int(),
  closingDebit: z.int(),
  closingCredit: z.int(),
});
type Trial = z.infer<typeof trialRow>;
interface Turnover {
  _id: { account: string; key: string | null };
  opening: number;
  debit: number;
  credit: number;
}

/** `GET /statistics/balance-sheet/trial`: each account's opening, what came and went, and its closing, each on its side. */
export const trialRoute: Route = route({
  ...shared,
  path: `${balanceSheet.path}/trial`,
  summary: 'The trial balance between two days, by account or finer',
  query: z.strictObject({ from: day, to: day, level: z.enum(['account', 'unit', 'service', 'fund']).optional() }),
  answer: z.array(trialRow),
  async run({ projectId }, { query: { from, to, level = 'account' } }) {
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
  },
});

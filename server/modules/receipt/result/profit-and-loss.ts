import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { periodQuery } from '@lobby/shared/kit/query-schema.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { operationalResult, type resultLine, type resultPart } from '@lobby/shared/modules/reports.contract.ts';
import { resultReport } from '@lobby/shared/modules/reports.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs.ts';
import { assertPeriodLength } from '../../ledger/index.ts';

/** Keys of incomes and expenses with a label of the product's own. */
const SAID = ['INTEREST', 'OTHER', 'DEPOSIT', 'DISCOUNT', 'WRITE_OFF'];
const CHOICES: ReadonlySet<string> = new Set(payslip.fields.category.options);
/** Taxes and fees collected for third parties: shown below, not part of the result. */
const BELOW = ['VAT_PAYABLE', 'SURCHARGE_TAX_PAYABLE'];
const ACCOUNTS = ['REVENUE', 'DISCOUNT', 'WRITE_OFF', 'INTEREST_INCOME', 'EXPENSE', ...BELOW];
/** Label key of accounts that are lines of their own among the incomes. */
const INCOMES: Readonly<Record<string, string>> = {
  INTEREST_INCOME: 'INTEREST',
  DISCOUNT: 'DISCOUNT',
  WRITE_OFF: 'WRITE_OFF',
};

type Line = z.infer<typeof resultLine>;
type Part = z.infer<typeof resultPart>;
type Report = AnswerOf<typeof operationalResult>;

interface Sum {
  _id: {
    month: string;
    account: string;
    serviceId: string | null;
    amenityId: string | null;
    category: string | null;
    maintenance: boolean;
  };
  amount: number;
}

/** Condition for entries that move money in maintenance funds only: their results belong to maintenance. */
async function maintenanceCondition(projectId: string): Promise<object> {
  const funds = await records(fund)
    .withRemoved()
    .find({ projectId }, { purpose: 'MAINTENANCE' }, { only: ['_id'] });
  const inFund = { $eq: ['$$line.account', 'FUND'] };
  const isKept = { $in: ['$$line.fundId', funds.map(({ _id }) => _id)] };
  const lines = { input: '$lines', as: 'line' };
  const moved = { $filter: { ...lines, cond: inFund } };
  const apart = { $filter: { ...lines, cond: { $and: [inFund, { $not: [isKept] }] } } };
  return { $and: [{ $gt: [{ $size: moved }, 0] }, { $eq: [{ $size: apart }, 0] }] };
}

const totalOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);

/** Line of the report for a journal sum. */
function lineOf({ account, serviceId, amenityId, category }: Sum['_id']): Pick<Line, 'kind' | 'key'> {
  if (account === 'EXPENSE') return { kind: 'CATEGORY', key: category ?? 'OTHER' };
  if (BELOW.includes(account)) return { kind: 'ACCOUNT', key: account };
  const own = INCOMES[account];
  if (own) return { kind: 'INCOME', key: own };
  if (serviceId) return { kind: 'SERVICE', key: serviceId };
  return amenityId && !category ? { kind: 'AMENITY', key: amenityId } : { kind: 'INCOME', key: category ?? 'OTHER' };
}

/** Revenue by service and expense by category, month by month, without VAT, from journal sums; `units` limits it to lines of these units. */
export async function loadResult(
  projectId: string,
  from: string,
  to: string,
  units?: readonly string[],
): Promise<Report> {
  const [maintenance, categories] = await Promise.all([
    maintenanceCondition(projectId),
    records(voucherCategory)
      .withRemoved()
      .find({ projectId }, {}, { only: ['code', 'name'] }),
  ]);
  const sums = await records(journalEntry).aggregate<Sum>(
    { projectId },
    { accountingDate: { $gte: from, $lte: to }, 'lines.account': { $in: ACCOUNTS } },
    [
      { $set: { maintenance } },
      { $unwind: '$lines' },
      { $match: { 'lines.account': { $in: ACCOUNTS }, ...(units && { 'lines.unitId': { $in: units } }) } },
      {
        $group: {
          _id: {
            month: { $substrBytes: ['$accountingDate', 0, 7] },
            account: '$lines.account',
            serviceId: { $ifNull: ['$lines.serviceId', null] },
            amenityId: { $ifNull: ['$lines.amenityId', null] },
            category: { $ifNull: ['$lines.category', null] },
            maintenance: '$maintenance',
          },
          amount: { $sum: { $subtract: [{ $ifNull: ['$lines.credit', 0] }, { $ifNull: ['$lines.debit', 0] }] } },
        },
      },
    ],
    20_000,
  );
  const names = new Map(categories.map(({ code, name }) => [code, name]));
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) months.push(month);
  const linesOf = (chosen: readonly Sum[]): Line[] => {
    const lines = new Map<string, Line>();
    for (const { _id, amount } of chosen) {
      const { kind, key } = lineOf(_id);
      const isNamed = kind === 'CATEGORY' || (kind === 'INCOME' && !SAID.includes(key));
      const name = isNamed ? (names.get(key) ?? (CHOICES.has(key) ? null : key)) : null;
      const own = lines.get(`${kind} ${key}`) ?? { kind, key, name, amounts: months.map(() => 0), total: 0 };
      const at = months.indexOf(_id.month);
      const signed = kind === 'CATEGORY' ? -amount : amount;
      own.amounts[at] = (own.amounts[at] ?? 0) + signed;
      own.total += signed;
      lines.set(`${kind} ${key}`, own);
    }
    return [...lines.values()].toSorted((a, b) => b.total - a.total);
  };
  const monthly = (lines: readonly Line[]) => months.map((_, n) => totalOf(lines.map(one => one.amounts[n] ?? 0)));
  const partOf = (chosen: readonly Sum[]): Part => {
    const revenue = linesOf(chosen.filter(({ _id }) => _id.account !== 'EXPENSE'));
    const expense = linesOf(chosen.filter(({ _id }) => _id.account === 'EXPENSE'));
    const [earned, spent] = [monthly(revenue), monthly(expense)];
    return { revenue, expense, in: earned, out: spent, result: totalOf(earned) - totalOf(spent) };
  };
  const isBelow = ({ _id }: Sum) => BELOW.includes(_id.account);
  const above = sums.filter(one => !isBelow(one));
  return {
    months,
    ...partOf(above.filter(({ _id }) => !_id.maintenance)),
    maintenance: partOf(above.filter(({ _id }) => _id.maintenance)),
    below: linesOf(sums.filter(isBelow)),
  };
}

/** The report as a spreadsheet: a row per line, a column per month. */
async function* rowsOf(ctx: Ctx, { months, maintenance, below, ...main }: Report): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `books.result.${key}`);
  yield [[say('what'), ...months.map(dayWords), say('total')]];
  const keysOf = (wanted: string) =>
    [...main.revenue, ...maintenance.revenue].filter(({ kind }) => kind === wanted).map(({ key }) => key);
  const [services, amenities] = await Promise.all([
    loadRefs(ctx.projectId, service, keysOf('SERVICE')),
    loadRefs(ctx.projectId, utility, keysOf('AMENITY')),
  ]);
  const nameOf = ({ kind, key, name }: Line): string => {
    if (name !== null) return name;
    if (kind === 'SERVICE') return calledIn(service, services.get(key), ctx.language);
    if (kind === 'AMENITY') return calledIn(utility, amenities.get(key), ctx.language);
    if (kind === 'ACCOUNT') return text(ctx, `journal-entry.options.account.${key}`);
    return text(ctx, kind === 'INCOME' ? `journal-entry.incomes.${key}` : `payslip.options.category.${key}`);
  };
  const row = (name: string, amounts: readonly number[]): Cell[] => [name, ...amounts, totalOf(amounts)];
  const part = ({ revenue, expense, ...sums }: Part): Cell[][] => [
    ...revenue.map(one => row(nameOf(one), one.amounts)),
    row(say('in'), sums.in),
    ...expense.map(one => row(nameOf(one), one.amounts)),
    row(say('out'), sums.out),
    row(
      say('result'),
      sums.in.map((amount, n) => amount - (sums.out[n] ?? 0)),
    ),
  ];
  yield part(main);
  if (below.length > 0) yield [[say('below')], ...below.map(one => row(nameOf(one), one.amounts))];
  if (hasFigures(maintenance)) yield [[say('maintenance')], ...part(maintenance)];
}

const hasFigures = ({ revenue, expense }: Part) => revenue.length + expense.length > 0;

const shared = { method: 'get', module: resultReport.code, query: periodQuery } as const;

export const resultRoutes: readonly Route[] = [
  route(operationalResult, {
    flags: ['read'],
    run({ projectId }, { query: { from, to } }) {
      assertPeriodLength(from, to);
      return loadResult(projectId, from, to);
    },
  }),
  route({
    ...shared,
    path: `${resultReport.path}/export`,
    summary: 'The same as a spreadsheet',
    flags: ['export'],
    answer: XLSX,
    async run(ctx, { query: { from, to }, res }) {
      assertPeriodLength(from, to);
      const report = await loadResult(ctx.projectId, from, to);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="result-${from}-${to}.xlsx"` });
      await writeSheet(res, text(ctx, 'books.result.title'), rowsOf(ctx, report));
    },
  }),
];

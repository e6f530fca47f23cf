import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { spanBefore, spanKindOf } from '@lobby/shared/kit/spans.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import {
  operationalResult,
  type RESULT_GROUPS,
  type resultCellQuery,
  resultDocuments,
  type resultLine,
  type resultPart,
  resultQuery,
} from '@lobby/shared/modules/financial-reports.contract.ts';
import { resultReport } from '@lobby/shared/modules/financial-reports.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { failFields } from '../../../kit/base/errors.ts';
import { text } from '../../../kit/base/messages.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../../kit/sheets/sheet.ts';
import { records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { assertPeriodLength } from '../../ledger/index.ts';

/** Keys of incomes and expenses with a label of the product's own. */
const SAID = ['INTEREST', 'OTHER', 'DEPOSIT', 'DISCOUNT', 'WRITE_OFF'];
const CHOICES: ReadonlySet<string> = new Set(payslip.fields.category.options);
/** Taxes and fees collected for third parties: shown below, not part of the result. */
const BELOW = ['VAT_PAYABLE', 'SURCHARGE_TAX_PAYABLE'];
/** Column of what belongs to no block. */
const NO_BLOCK = '';
const isId = (column: string) => /^[0-9a-f]{24}$/.test(column);
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

type Group = (typeof RESULT_GROUPS)[number];

/** What decides on the line and column of an amount. */
interface Place {
  month: string | null;
  unitId: string | null;
  account: string;
  serviceId: string | null;
  amenityId: string | null;
  category: string | null;
  maintenance: boolean;
}
interface Sum {
  _id: Place;
  amount: number;
}
/** Amount of a document in one place. */
interface DocumentSum {
  _id: Place & { type: string; id: string | null; code: string | null; day: string };
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

const totalOf = (all: readonly number[]) => all.reduce((sum, amount) => sum + amount, 0);

/** Line of the report for a journal sum. */
function lineOf({ account, serviceId, amenityId, category }: Place): Pick<Line, 'kind' | 'key'> {
  if (account === 'EXPENSE') return { kind: 'CATEGORY', key: category ?? 'OTHER' };
  if (BELOW.includes(account)) return { kind: 'ACCOUNT', key: account };
  const income = INCOMES[account];
  if (income) return { kind: 'INCOME', key: income };
  if (serviceId) return { kind: 'SERVICE', key: serviceId };
  return amenityId && !category ? { kind: 'AMENITY', key: amenityId } : { kind: 'INCOME', key: category ?? 'OTHER' };
}

/** Column of a time: the month itself, `2026-Q4`, or the year. */
function timeOf(month: string, group: Group): string {
  const year = month.slice(0, 4);
  if (group === 'year') return year;
  return group === 'quarter' ? `${year}-Q${Math.ceil(Number(month.slice(5)) / 3)}` : month;
}

/** Columns of a period: its times, or all blocks. What belongs to no block has a column at the end. */
async function loadColumns(projectId: string, from: string, to: string, group: Group) {
  if (group !== 'block') {
    const times = new Set<string>();
    for (let month = monthOf(from); month <= monthOf(to); month = addMonths(month, 1)) times.add(timeOf(month, group));
    return { columns: [...times], columnOf: ({ month }: Place) => timeOf(month ?? '', group) };
  }
  const [blocks, units] = await Promise.all([
    records(block).find({ projectId }, {}, { only: ['_id'], sort: { name: 1 } }),
    records(unit)
      .withRemoved()
      .find({ projectId }, {}, { only: ['blockId'] }),
  ]);
  const blockOf = new Map(units.map(({ _id, blockId }) => [_id, blockId]));
  const columns = [...blocks.map(({ _id }) => _id), NO_BLOCK];
  const columnOf = ({ unitId }: Place) => {
    const column = blockOf.get(unitId ?? '') ?? NO_BLOCK;
    return columns.includes(column) ? column : NO_BLOCK;
  };
  return { columns, columnOf };
}

interface Asked {
  /** Limits the report to lines of these units. */
  units?: readonly string[] | undefined;
  group?: Group;
}

/** The unit of a line: its own, or that of an entry about one; lines of revenue name none. */
const OF_UNIT = {
  $ifNull: ['$lines.unitId', { $cond: [{ $eq: [{ $size: '$unitIds' }, 1] }, { $first: '$unitIds' }, null] }],
};

/** Sums of the accounts of income and expense, each by time or unit. */
async function loadSums(
  projectId: string,
  from: string,
  to: string,
  { units, group = 'month' }: Asked,
): Promise<Sum[]> {
  const isOfTime = group !== 'block';
  const by = isOfTime ? { unitId: null } : { month: null };
  return records(journalEntry).aggregate<Sum>(
    { projectId },
    inPeriod(from, to),
    await sumStages(projectId, by, units && { unitId: { $in: units } }),
    20_000,
  );
}

const inPeriod = (from: string, to: string) => ({
  accountingDate: { $gte: from, $lte: to },
  'lines.account': { $in: ACCOUNTS },
});

/** Stages that sum the lines of entries by their place; `by` adds to the place or leaves out of it. */
async function sumStages(projectId: string, by: object, only: object = {}) {
  return [
    { $set: { maintenance: await maintenanceCondition(projectId) } },
    { $unwind: '$lines' },
    { $set: { unitId: OF_UNIT } },
    { $match: { 'lines.account': { $in: ACCOUNTS }, ...only } },
    {
      $group: {
        _id: {
          month: { $substrBytes: ['$accountingDate', 0, 7] },
          unitId: '$unitId',
          account: '$lines.account',
          serviceId: { $ifNull: ['$lines.serviceId', null] },
          amenityId: { $ifNull: ['$lines.amenityId', null] },
          category: { $ifNull: ['$lines.category', null] },
          maintenance: '$maintenance',
          ...by,
        },
        amount: { $sum: { $subtract: [{ $ifNull: ['$lines.credit', 0] }, { $ifNull: ['$lines.debit', 0] }] } },
      },
    },
  ];
}

/** Part of a period within a column of times; the whole of it for a block. */
function daysIn(column: string, group: Group, from: string, to: string): [from: string, to: string] {
  if (group === 'block') return [from, to];
  const months: string[] = [];
  for (let month = monthOf(from); month <= monthOf(to); month = addMonths(month, 1))
    if (timeOf(month, group) === column) months.push(month);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return failFields({ column: { code: 'INVALID' } });
  const [start, end] = [`${first}-01`, lastDayOf(last)];
  return [start > from ? start : from, end < to ? end : to];
}

/** Documents behind a figure of the report, newest first; they add up to it. */
async function findDocuments(projectId: string, query: z.infer<typeof resultCellQuery>) {
  const { from, to, group, kind, key, column, maintenance, page, limit } = query;
  assertPeriodLength(from, to);
  const [start, end] = daysIn(column, group, from, to);
  const by = { type: '$documentType', id: '$documentId', code: '$documentCode', day: '$accountingDate' };
  const only = kind === 'SERVICE' ? { 'lines.serviceId': key } : {};
  const [sums, { columnOf }] = await Promise.all([
    records(journalEntry).aggregate<DocumentSum>(
      { projectId },
      inPeriod(start, end),
      await sumStages(projectId, by, only),
      20_000,
    ),
    loadColumns(projectId, from, to, group),
  ]);
  const sign = kind === 'CATEGORY' ? -1 : 1;
  const rows = sums
    .filter(({ _id, amount }) => {
      const line = lineOf(_id);
      // Taxes collected for others are shown once, below, whichever fund they went through.
      const isPart = kind === 'ACCOUNT' || _id.maintenance === (maintenance === 'true');
      return amount !== 0 && isPart && line.kind === kind && line.key === key && columnOf(_id) === column;
    })
    .map(({ _id: { type, id, code, unitId, day }, amount }) => ({
      type,
      id: id ?? '',
      code: code ?? '',
      unitId,
      day,
      amount: sign * amount,
    }))
    .toSorted((a, b) => (a.day === b.day ? (a.code < b.code ? 1 : -1) : a.day < b.day ? 1 : -1));
  return {
    count: rows.length,
    sum: totalOf(rows.map(({ amount }) => amount)),
    rows: rows.slice((page - 1) * limit, page * limit),
  };
}

/** Revenue by service and expense by category, without VAT, from journal sums: by month, or by other columns. */
export async function loadResult(projectId: string, from: string, to: string, options: Asked = {}): Promise<Report> {
  const [sums, { columns, columnOf }, categories] = await Promise.all([
    loadSums(projectId, from, to, options),
    loadColumns(projectId, from, to, options.group ?? 'month'),
    records(voucherCategory)
      .withRemoved()
      .find({ projectId }, {}, { only: ['code', 'name'] }),
  ]);
  const names = new Map(categories.map(({ code, name }) => [code, name]));
  const linesOf = (chosen: readonly Sum[]): Line[] => {
    const lines = new Map<string, Line>();
    for (const { _id, amount } of chosen) {
      const { kind, key } = lineOf(_id);
      const isNamed = kind === 'CATEGORY' || (kind === 'INCOME' && !SAID.includes(key));
      const name = isNamed ? (names.get(key) ?? (CHOICES.has(key) ? null : key)) : null;
      const line = lines.get(`${kind} ${key}`) ?? {
        kind,
        key,
        name,
        amounts: columns.map(() => 0),
        total: 0,
        before: null,
      };
      const at = columns.indexOf(columnOf(_id));
      const signed = kind === 'CATEGORY' ? -amount : amount;
      line.amounts[at] = (line.amounts[at] ?? 0) + signed;
      line.total += signed;
      lines.set(`${kind} ${key}`, line);
    }
    return [...lines.values()].toSorted((a, b) => b.total - a.total);
  };
  const added = (lines: readonly Line[]) => columns.map((_, n) => totalOf(lines.map(line => line.amounts[n] ?? 0)));
  const partOf = (chosen: readonly Sum[]): Part => {
    const revenue = linesOf(chosen.filter(({ _id }) => _id.account !== 'EXPENSE'));
    const expense = linesOf(chosen.filter(({ _id }) => _id.account === 'EXPENSE'));
    const [earned, spent] = [added(revenue), added(expense)];
    return { revenue, expense, in: earned, out: spent, result: totalOf(earned) - totalOf(spent), before: null };
  };
  const isBelow = ({ _id }: Sum) => BELOW.includes(_id.account);
  const above = sums.filter(sum => !isBelow(sum));
  return {
    columns,
    comparedWith: null,
    ...partOf(above.filter(({ _id }) => !_id.maintenance)),
    maintenance: partOf(above.filter(({ _id }) => _id.maintenance)),
    below: linesOf(sums.filter(isBelow)),
  };
}

/** Lines with their totals of another period; those that only it has are added with nothing now. */
function compared(now: readonly Line[], then: readonly Line[]): Line[] {
  const keyOf = ({ kind, key }: Line) => `${kind} ${key}`;
  const before = new Map(then.map(line => [keyOf(line), line.total]));
  const keys = new Set(now.map(keyOf));
  const empty = (line: Line): Line => ({ ...line, amounts: (now[0] ?? line).amounts.map(() => 0), total: 0 });
  return [...now, ...then.filter(line => !keys.has(keyOf(line))).map(empty)].map(line => ({
    ...line,
    before: before.get(keyOf(line)) ?? 0,
  }));
}

const comparedPart = (now: Part, then: Part): Part => ({
  ...now,
  revenue: compared(now.revenue, then.revenue),
  expense: compared(now.expense, then.expense),
  before: { in: totalOf(then.in), out: totalOf(then.out) },
});

/** The report that a query asks for, beside another period if it does. */
export async function loadReport(
  projectId: string,
  { from, to, group, compare }: z.infer<typeof resultQuery>,
): Promise<Report> {
  assertPeriodLength(from, to);
  const now = await loadResult(projectId, from, to, { group });
  if (compare === 'none') return now;
  const comparedWith = spanBefore(spanKindOf({ from, to }), { from, to }, compare);
  const then = await loadResult(projectId, comparedWith.from, comparedWith.to, { group });
  return {
    ...now,
    ...comparedPart(now, then),
    comparedWith,
    maintenance: comparedPart(now.maintenance, then.maintenance),
    below: compared(now.below, then.below),
  };
}

/** Names of the report's columns and lines in the reader's language. */
export async function loadNames(ctx: Ctx, { columns, maintenance, ...main }: Report) {
  const keysOf = (wanted: string) =>
    [...main.revenue, ...maintenance.revenue].filter(({ kind }) => kind === wanted).map(({ key }) => key);
  const [services, amenities, blocks] = await Promise.all([
    loadRefs(ctx.projectId, service, keysOf('SERVICE')),
    loadRefs(ctx.projectId, utility, keysOf('AMENITY')),
    loadRefs(ctx.projectId, block, columns.filter(isId)),
  ]);
  const columnName = (column: string): string => {
    if (column === NO_BLOCK) return text(ctx, 'books.result.noBlock');
    if (isId(column)) return blocks.get(column)?.name ?? '';
    const [year, quarter] = column.split('-Q');
    return quarter ? text(ctx, 'books.result.quarter', { year, n: quarter }) : dayWords(column);
  };
  const nameOf = ({ kind, key, name }: Line): string => {
    if (name !== null) return name;
    if (kind === 'SERVICE') return calledIn(service, services.get(key), ctx.language);
    if (kind === 'AMENITY') return calledIn(utility, amenities.get(key), ctx.language);
    if (kind === 'ACCOUNT') return text(ctx, `journal-entry.options.account.${key}`);
    return text(ctx, kind === 'INCOME' ? `journal-entry.incomes.${key}` : `payslip.options.category.${key}`);
  };
  return { nameOf, columnName };
}

/** The report as a spreadsheet: a row per line, a column per month, quarter, year or block. */
async function* rowsOf(ctx: Ctx, report: Report): AsyncGenerator<Cell[][]> {
  const { columns, comparedWith, maintenance, below, ...main } = report;
  const say = (key: string) => text(ctx, `books.result.${key}`);
  const { nameOf, columnName } = await loadNames(ctx, report);
  const other = comparedWith && `${dayWords(comparedWith.from)} - ${dayWords(comparedWith.to)}`;
  yield [[say('what'), ...columns.map(columnName), say('total'), ...(other ? [other] : [])]];
  const row = (name: string, amounts: readonly number[], before: number | null | undefined): Cell[] => [
    name,
    ...amounts,
    totalOf(amounts),
    ...(other ? [before ?? 0] : []),
  ];
  const lines = (all: readonly Line[]) => all.map(line => row(nameOf(line), line.amounts, line.before));
  const part = ({ revenue, expense, before, ...sums }: Part): Cell[][] => [
    ...lines(revenue),
    row(say('in'), sums.in, before?.in),
    ...lines(expense),
    row(say('out'), sums.out, before?.out),
    row(
      say('result'),
      sums.in.map((amount, n) => amount - (sums.out[n] ?? 0)),
      before && before.in - before.out,
    ),
  ];
  yield part(main);
  if (below.length > 0) yield [[say('below')], ...lines(below)];
  if (hasFigures(maintenance)) yield [[say('maintenance')], ...part(maintenance)];
}

export const hasFigures = ({ revenue, expense }: Part) => revenue.length + expense.length > 0;

const shared = { method: 'get', module: resultReport.code, query: resultQuery } as const;

export const resultRoutes: readonly Route[] = [
  route(operationalResult, {
    flags: ['read'],
    run: ({ projectId }, { query }) => loadReport(projectId, query),
  }),
  route(resultDocuments, {
    flags: ['read'],
    run: ({ projectId }, { query }) => findDocuments(projectId, query),
  }),
  route({
    ...shared,
    path: `${resultReport.path}/export`,
    summary: 'The same as a spreadsheet',
    flags: ['export'],
    answer: XLSX,
    async run(ctx, { query, res }) {
      const { from, to } = query;
      const report = await loadReport(ctx.projectId, query);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="result-${from}-${to}.xlsx"` });
      await writeSheet(res, text(ctx, 'books.result.title'), rowsOf(ctx, report));
    },
  }),
];

import { addMonths } from '@lobby/shared/kit/dates.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { resultReport } from '@lobby/shared/modules/reports.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { dayWords } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../kit/sheets/sheet.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { periodQuery, refuseLong } from '../ledger/index.ts';

/** Incomes and expenses that the product itself has words for. */
const SAID = ['INTEREST', 'AMENITY', 'OTHER', 'DEPOSIT'];
const CHOICES: ReadonlySet<string> = new Set(payslip.fields.category.options);
const ACCOUNTS = ['REVENUE', 'DISCOUNT', 'INTEREST_INCOME', 'EXPENSE'];

/** `name`: what the project calls a category; null where the product has a word for it. */
const line = z.object({
  kind: z.string(),
  key: z.string(),
  name: z.string().nullable(),
  amounts: z.array(z.int()),
  total: z.int(),
});
const answer = z.object({
  months: z.array(z.string()),
  revenue: z.array(line),
  expense: z.array(line),
  in: z.array(z.int()),
  out: z.array(z.int()),
  result: z.int(),
});
type Line = z.infer<typeof line>;
type Report = z.infer<typeof answer>;

interface Sum {
  _id: { month: string; account: string; serviceId: string | null; category: string | null };
  amount: number;
}

/** What was earned by service and spent by what for, month by month, without VAT: sums of the journal; `units`: of their lines alone. */
export async function resultOf(
  projectId: string,
  from: string,
  to: string,
  units?: readonly string[],
): Promise<Report> {
  const sums = await records(journalEntry).aggregate<Sum>(
    { projectId },
    { accountingDate: { $gte: from, $lte: to }, 'lines.account': { $in: ACCOUNTS } },
    [
      { $unwind: '$lines' },
      { $match: { 'lines.account': { $in: ACCOUNTS }, ...(units && { 'lines.unitId': { $in: units } }) } },
      {
        $group: {
          _id: {
            month: { $substrBytes: ['$accountingDate', 0, 7] },
            account: '$lines.account',
            serviceId: { $ifNull: ['$lines.serviceId', null] },
            // All amenities are one line.
            category: { $ifNull: ['$lines.category', { $cond: ['$lines.amenityId', 'AMENITY', null] }] },
          },
          amount: { $sum: { $subtract: [{ $ifNull: ['$lines.credit', 0] }, { $ifNull: ['$lines.debit', 0] }] } },
        },
      },
    ],
    20_000,
  );
  const categories = await records(voucherCategory)
    .withRemoved()
    .find({ projectId }, {}, { only: ['code', 'name'] });
  const names = new Map(categories.map(({ code, name }) => [code, name]));
  const months: string[] = [];
  for (let month = from.slice(0, 7); month <= to.slice(0, 7); month = addMonths(month, 1)) months.push(month);
  const none = () => months.map(() => 0);
  const [revenue, expense] = [new Map<string, Line>(), new Map<string, Line>()];
  const [earned, spent] = [none(), none()];
  for (const { _id, amount } of sums) {
    const out = _id.account === 'EXPENSE';
    const ofService = _id.serviceId !== null && _id.account !== 'INTEREST_INCOME';
    const kind = out ? 'CATEGORY' : ofService ? 'SERVICE' : 'INCOME';
    const income = _id.account === 'INTEREST_INCOME' ? 'INTEREST' : (_id.category ?? 'OTHER');
    const key = out ? (_id.category ?? 'OTHER') : ofService ? String(_id.serviceId) : income;
    const [lines, all, signed] = out ? [expense, spent, -amount] : [revenue, earned, amount];
    const said = ofService || (!out && SAID.includes(key)) ? null : (names.get(key) ?? (CHOICES.has(key) ? null : key));
    const own = lines.get(key) ?? { kind, key, name: said, amounts: none(), total: 0 };
    const at = months.indexOf(_id.month);
    own.amounts[at] = (own.amounts[at] ?? 0) + signed;
    own.total += signed;
    all[at] = (all[at] ?? 0) + signed;
    lines.set(key, own);
  }
  const sorted = (lines: Map<string, Line>) => [...lines.values()].toSorted((a, b) => b.total - a.total);
  const total = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0);
  return {
    months,
    revenue: sorted(revenue),
    expense: sorted(expense),
    in: earned,
    out: spent,
    result: total(earned) - total(spent),
  };
}

/** The same figures as a spreadsheet: a row for each line, a column for each month. */
async function* rowsOf(ctx: Ctx, { months, revenue, expense, ...sums }: Report): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `books.result.${key}`);
  yield [[say('what'), ...months.map(dayWords), say('total')]];
  const names = await loadRefs(
    ctx.projectId,
    service,
    revenue.filter(one => one.kind === 'SERVICE').map(one => one.key),
  );
  const nameOf = ({ kind, key, name }: Line) =>
    name !== null
      ? name
      : kind === 'SERVICE'
        ? calledIn(service, names.get(key), ctx.language)
        : text(ctx, kind === 'INCOME' ? `journal-entry.incomes.${key}` : `payslip.options.category.${key}`);
  const row = (name: string, amounts: readonly number[]): Cell[] => [
    name,
    ...amounts,
    amounts.reduce((sum, one) => sum + one, 0),
  ];
  yield revenue.map(one => row(nameOf(one), one.amounts));
  yield [row(say('in'), sums.in)];
  yield expense.map(one => row(nameOf(one), one.amounts));
  yield [
    row(say('out'), sums.out),
    row(
      say('result'),
      sums.in.map((amount, n) => amount - (sums.out[n] ?? 0)),
    ),
  ];
}

const shared = { method: 'get', module: resultReport.code, query: periodQuery } as const;

/** Operational revenue and expense between two days. */
export const resultRoutes: readonly Route[] = [
  route({
    ...shared,
    path: resultReport.path,
    summary: 'What was earned and spent, month by month',
    flags: ['read'],
    answer,
    run({ projectId }, { query: { from, to } }) {
      refuseLong(from, to);
      return resultOf(projectId, from, to);
    },
  }),
  route({
    ...shared,
    path: `${resultReport.path}/export`,
    summary: 'The same as a spreadsheet',
    flags: ['export'],
    answer: XLSX,
    async run(ctx, { query: { from, to }, res }) {
      refuseLong(from, to);
      const report = await resultOf(ctx.projectId, from, to);
      res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="result-${from}-${to}.xlsx"` });
      await writeSheet(res, text(ctx, 'books.result.title'), rowsOf(ctx, report));
    },
  }),
];

import { daySchema, idSchema, MOST_AMOUNT } from '@lobby/shared/kit/schema.ts';
import { budgetActual, type budgetRow } from '@lobby/shared/modules/budget.contract.ts';
import { BUDGET_MONTHS, type BudgetLine, budget, yearOf } from '@lobby/shared/modules/budget.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadResult } from '../financial-reports/index.ts';

type Row = z.output<typeof budgetRow>;

/** Share used in percent with one decimal. */
const shareOf = (used: number, allowed: number) => (allowed > 0 ? Math.round((used * 1000) / allowed) / 10 : null);

interface Category {
  _id: string;
  code: string;
  kind: string;
  parentId: string | null;
}

/** Categories of a project; `codesOf` returns a category and its subcategories that have no line of their own. */
export async function loadCategories(ctx: Ctx, lines: readonly BudgetLine[] = []) {
  const all: readonly Category[] = await records(voucherCategory)
    .withRemoved()
    .find(ctx, {}, { only: ['code', 'kind', 'parentId'], patience: 2000 });
  const planned = new Set(lines.map(({ categoryId }) => categoryId));
  const isIn = ({ _id, parentId }: Category, id: string) => _id === id || (parentId === id && !planned.has(_id));
  return { all, codesOf: (id: string) => new Set(all.filter(category => isIn(category, id)).map(({ code }) => code)) };
}

/** Units of a block, to which a block's budget is limited; undefined for the whole project. */
async function loadUnits({ projectId }: Ctx, blockId: string | null): Promise<string[] | undefined> {
  if (!blockId) return undefined;
  const units = await records(unit)
    .withRemoved()
    .find({ projectId }, { blockId }, { only: ['_id'] });
  return units.map(({ _id }) => _id);
}

type Report = Awaited<ReturnType<typeof loadResult>>;

/** The side of the report that a budget line covers; maintenance budgets use the fund's figures plus services. */
function sideOf(
  { maintenance, ...operation }: Report,
  { purpose }: Pick<Doc<typeof budget>, 'purpose'>,
  kind: BudgetLine['kind'],
): Report['revenue'] {
  const side = kind === 'INCOME' ? 'revenue' : 'expense';
  if (purpose !== 'MAINTENANCE') return operation[side];
  return [...operation[side].filter(row => row.kind === 'SERVICE'), ...maintenance[side]];
}

/** Actual figures per line up to a day, from the operational report. */
async function loadRows(ctx: Ctx, doc: Doc<typeof budget>, to: string): Promise<Row[]> {
  const lines = doc.lines;
  const { codesOf } = await loadCategories(ctx, lines);
  const from = `${doc.year}-01-01`;
  const units = await loadUnits(ctx, doc.blockId);
  const report = to >= from ? await loadResult(ctx.projectId, from, to, { units }) : null;
  const at = (report?.columns ?? []).map(month => Number(month.slice(5)) - 1);
  return lines.map(line => {
    const side = report ? sideOf(report, doc, line.kind) : [];
    const codes = line.categoryId ? codesOf(line.categoryId) : new Set<string>();
    const ofLine = side.filter(row =>
      line.serviceId
        ? row.kind === 'SERVICE' && row.key === line.serviceId
        : row.kind !== 'SERVICE' && codes.has(row.key),
    );
    const actual = BUDGET_MONTHS.map(() => 0);
    for (const { amounts } of ofLine)
      for (const [n, amount] of amounts.entries()) actual[at[n] ?? 0] = (actual[at[n] ?? 0] ?? 0) + amount;
    const [sum, used] = [yearOf(line), actual.reduce((total, amount) => total + amount, 0)];
    return {
      kind: line.kind,
      serviceId: line.serviceId ?? null,
      categoryId: line.categoryId ?? null,
      planned: BUDGET_MONTHS.map(month => line[month] ?? 0),
      actual,
      year: sum,
      used,
      left: sum - used,
      percent: shareOf(used, sum),
    };
  });
}

/** `GET /budget/:id/actual`: budget against actual figures by line and month. */
const actualRoute = route(budgetActual, {
  flags: ['aggregate'],
  async run(ctx, { params, query }) {
    const doc = await load(ctx, budget, params.id);
    const { year } = doc;
    const [end, today] = [`${year}-12-31`, todayOf(ctx)];
    const wanted = query.to ?? today;
    const to = wanted > end ? end : wanted;
    return { year, to, rows: await loadRows(ctx, doc, to) };
  },
});

/** Remaining budget of the year and month after an expense. */
function leftOf(doc: Doc<typeof budget>, { year, planned, actual, used: before }: Row, amount: number, month: number) {
  const used = before + amount;
  const percent = shareOf(used, year);
  return {
    budgetId: doc._id,
    budget: year,
    used,
    left: year - used,
    percent,
    monthLeft: (planned[month] ?? 0) - (actual[month] ?? 0) - amount,
    warns: percent === null ? used > 0 : percent >= (doc.warnPercent ?? 90),
  };
}

/** `GET /budget/check`: what an expense would leave of its budget; null if no budget covers the category. */
const checkRoute = route({
  method: 'get',
  path: `${budget.path}/check`,
  summary: 'What an expense of a category would leave of its year',
  module: budget.code,
  flags: ['read'],
  query: z.strictObject({
    categoryId: idSchema,
    amount: z.coerce.number().int().min(0).max(MOST_AMOUNT).default(0),
    on: daySchema.optional(),
  }),
  answer: z.object({
    budgetId: z.string().nullable(),
    budget: z.int(),
    used: z.int(),
    left: z.int(),
    monthLeft: z.int(),
    percent: z.number().nullable(),
    warns: z.boolean(),
  }),
  async run(ctx, { query: { categoryId, amount, on } }) {
    const to = on ?? todayOf(ctx);
    const year = Number(to.slice(0, 4));
    const { all } = await loadCategories(ctx);
    // Without a line of its own, a category uses the line of its parent.
    const parentId = all.find(({ _id }) => _id === categoryId)?.parentId ?? null;
    const docs = await records(budget).find(
      ctx,
      { status: 'APPROVED', year, blockId: null },
      { sort: { purpose: -1 }, patience: 2000 },
    );
    for (const about of [categoryId, parentId])
      for (const doc of about ? docs : []) {
        const at = doc.lines.findIndex(line => line.kind === 'EXPENSE' && line.categoryId === about);
        const row = at < 0 ? undefined : (await loadRows(ctx, doc, `${year}-12-31`))[at];
        if (row) return leftOf(doc, row, amount, Number(to.slice(5, 7)) - 1);
      }
    return { budgetId: null, budget: 0, used: 0, left: 0, monthLeft: 0, percent: null, warns: false };
  },
});

export const figureRoutes: readonly Route[] = [checkRoute, actualRoute];

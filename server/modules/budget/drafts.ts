import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import {
  BUDGET_MONTHS,
  type BudgetLine,
  type BudgetMonth,
  budget,
  MOST_BUDGET_LINES,
  raised,
} from '@lobby/shared/modules/budget.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { build } from '../../kit/records/records.ts';
import type { Values } from '../../kit/records/typed-behaviour.ts';
import { loadDetail } from '../../kit/serve.ts';
import { records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { loadResult } from '../financial-reports/index.ts';
import { loadCategories } from './actual.ts';
import { keyOf, sumsOf } from './rules.ts';

/** A line as it is made: its months are filled in from figures. */
type NewLine = Omit<BudgetLine, BudgetMonth> & Partial<Pick<BudgetLine, BudgetMonth>>;

async function begun(ctx: Ctx, values: Values<typeof budget>): Promise<Record<string, unknown>> {
  const insert = await build(ctx, budget, { ...values, nameKey: keyOf(values) });
  const answer = await loadDetail(ctx, budget, insert);
  await save(ctx, [{ definition: budget, action: 'create', insert }], answer);
  return answer;
}

/** A name that no other budget of the year has, numbered if necessary. */
async function loadName(ctx: Ctx, year: number): Promise<string> {
  const day = todayOf(ctx).split('-').toReversed().slice(0, 2).join('/');
  const name = text(ctx, 'budget.fromActual.name', { year: year - 1, day });
  const ofYear = { projectId: ctx.projectId, deletedAt: null, year, edition: 1 };
  const taken = await records(budget).distinct(ctx, 'name', ofYear);
  for (let n = 1; ; n++) {
    const tried = n === 1 ? name : `${name} ${n}`;
    if (!taken.includes(tried)) return tried;
  }
}

const answer = responseSchema(budget, 'detail');

/** `POST /budget/from-actual`: draft based on the figures of the previous year. */
const fromActualRoute = route({
  method: 'post',
  path: `${budget.path}/from-actual`,
  summary: 'A draft of what was earned and spent a year before, so many per cent higher',
  module: budget.code,
  flags: ['write'],
  creates: true,
  body: z.strictObject({
    year: z.int().min(2001).max(2100),
    percent: z.number().min(-100).max(1000),
    purpose: z.enum(budget.fields.purpose.options),
  }),
  answer,
  async run(ctx, { body: { year, percent, purpose } }) {
    const { all } = await loadCategories(ctx);
    const report = await loadResult(ctx.projectId, `${year - 1}-01-01`, `${year - 1}-12-31`);
    const lineOf = (kind: BudgetLine['kind'], row: (typeof report.revenue)[number]): NewLine[] => {
      const category =
        row.kind === 'SERVICE'
          ? null
          : all.find(({ code, kind: categoryKind }) => categoryKind === kind && code === row.key);
      // Figures without a category (interest, amenities) are not planned.
      if (row.kind !== 'SERVICE' && !category) return [];
      const figures = BUDGET_MONTHS.map((month, n) => [month, raised(row.amounts[n] ?? 0, percent)] as const);
      const about = { serviceId: category ? null : row.key, categoryId: category?._id ?? null };
      return [{ kind, ...about, note: null, ...Object.fromEntries(figures) }];
    };
    const part = purpose === 'MAINTENANCE' ? report.maintenance : report;
    const income = part.revenue.flatMap(row => lineOf('INCOME', row));
    const lines = [...income, ...part.expense.flatMap(row => lineOf('EXPENSE', row))].slice(0, MOST_BUDGET_LINES);
    return begun(ctx, { year, name: await loadName(ctx, year), purpose, lines, ...sumsOf(lines) });
  },
});

const OPEN = ['DRAFT', 'PENDING', 'REJECTED'] as const;

/** `POST /budget/:id/revise`: creates the next edition as a draft; the approved edition stays unchanged. */
const reviseRoute = route({
  method: 'post',
  path: `${budget.path}/:id/revise`,
  summary: 'Begin the next edition of an approved budget',
  module: budget.code,
  flags: ['write'],
  creates: true,
  params: z.strictObject({ id: idSchema }),
  answer,
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, budget, id);
    if (doc.status !== 'APPROVED') fail('STATUS_NOT_ALLOWED');
    if (await records(budget).exists(ctx, { replacesId: id, status: { $in: OPEN } })) fail('BUDGET_EXISTS');
    return begun(ctx, {
      year: doc.year,
      name: doc.name,
      purpose: doc.purpose,
      blockId: doc.blockId,
      lines: doc.lines,
      warnPercent: doc.warnPercent,
      note: doc.note,
      incomeTotal: doc.incomeTotal,
      expenseTotal: doc.expenseTotal,
      edition: doc.edition + 1,
      replacesId: id,
    });
  },
});

export const draftRoutes: readonly Route[] = [fromActualRoute, reviseRoute];

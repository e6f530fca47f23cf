import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { type BudgetLine, budget, spread, yearOf } from '@lobby/shared/modules/budget.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { CATEGORIES } from '../modules/voucher-category/index.ts';
import { categoriesOf } from './categories.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Sets } from './prepared.ts';
import type { Site } from './sites.ts';
import type { colleaguesOf } from './staff.ts';

type Budget = Made<typeof budget>;
/** Monthly budget of each expense, in millions. */
const MONTHLY: Readonly<Record<string, number>> = {
  ELECTRICITY: 66,
  WATER: 60,
  CLEANING: 74,
  SECURITY: 98,
  SUPPLIES: 9,
  MAINTENANCE: 30,
  CONTRACTOR: 12,
  OTHER: 5,
};
/** Yearly reserve for large repairs, in millions. */
const REPAIRS: Readonly<Record<string, number>> = { REPAIR: 480, INSPECTION: 90, ASSET: 260 };
const MILLION = 1_000_000;

/** Budgets: this year's, in its second edition; the repair fund; next year's as a draft. */
function budgetsOf(site: Site, by: string | null, now: Date): Budget[] {
  const [id, categoryId] = [idsOf('budget', site.key), idsOf('voucher-category', site.key)];
  const year = Number(now.toISOString().slice(0, 4));
  const size = site.key === 'hoasen' ? 1 : 0.2;
  const line = (code: string, yearly: number): BudgetLine[] => {
    const n = CATEGORIES.findIndex(([kind, categoryCode]) => kind === 'EXPENSE' && categoryCode === code);
    const about = { kind: 'EXPENSE', serviceId: null, categoryId: categoryId(n), note: null } as const;
    return n < 0 ? [] : [{ ...about, ...spread(Math.round(yearly * size)) }];
  };
  const monthly = (rise: number) =>
    Object.entries(MONTHLY).flatMap(([code, amount]) => line(code, amount * 12 * MILLION * rise));
  const at = (month: number) => new Date(Date.UTC(year, month, 5, 2));
  const of = (n: number, made: Date, lines: BudgetLine[], values: Partial<Budget>): Budget => {
    const { name = '', edition = 1 } = values;
    const budgetYear = values.year ?? year;
    return recordOf(budget, site.id, id(n), made, {
      year: budgetYear,
      purpose: 'OPERATION',
      lines,
      expenseTotal: lines.reduce((sum, budgetLine) => sum + yearOf(budgetLine), 0),
      ...values,
      edition,
      nameKey: `${budgetYear} ${edition} ${nameKey(name)}`,
    });
  };
  const done = { fixed: true, submittedById: by };
  const name = `Ngân sách vận hành ${year}`;
  const repairs = Object.entries(REPAIRS).flatMap(([code, amount]) => line(code, amount * MILLION));
  return [
    of(0, at(0), monthly(0.96), { name, status: 'CLOSED', ...done }),
    of(1, at(6), monthly(1), {
      name,
      status: 'APPROVED',
      ...done,
      edition: 2,
      replacesId: id(0),
      decisionNote: 'Điều chỉnh theo giá điện mới, biên bản họp tháng 7.',
    }),
    of(2, at(0), repairs, { name: `Quỹ bảo trì ${year}`, purpose: 'MAINTENANCE', status: 'APPROVED', ...done }),
    of(3, now, monthly(1.05), { name: `Ngân sách vận hành ${year + 1}`, year: year + 1 }),
  ];
}

/** Income and expense categories and the budgets built on them. */
export const plansOf = (site: Site, team: ReturnType<typeof colleaguesOf>, now: Date): Sets => [
  [voucherCategory, categoriesOf(site)],
  [budget, budgetsOf(site, team[0]?.id ?? null, now)],
];

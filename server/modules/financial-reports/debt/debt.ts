import { AGES } from '@lobby/shared/billing/ageing.ts';
import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import {
  DEBT_MEASURES,
  debtAges,
  debtAgesSchema,
  type debtDocument,
  debtDocuments,
  debtMoves,
  debtOnDay,
  debtQuery,
  debtSeries,
  type documentQuery,
  SECOND_GROUP,
} from '@lobby/shared/modules/financial-reports.contract.ts';
import { debtReport } from '@lobby/shared/modules/financial-reports.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { text } from '../../../kit/base/messages.ts';
import { numberIn } from '../../../kit/base/numbers.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { dayWords } from '../../../kit/sheets/cell.ts';
import { XLSX } from '../../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../../kit/sheets/sheet.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { loadRefs } from '../../../kit/store/refs/refs.ts';
import { assertPeriodLength } from '../../ledger/index.ts';
import { payersIn } from '../../receipt/index.ts';
import { paperQuery, reportPdf } from '../../template/index.ts';
import {
  type AgedBill,
  agedBills,
  ageing,
  type DebtQuery,
  fits,
  type Group,
  loadAccrued,
  movements,
} from './figures.ts';
import { loadDebtLines, loadFacts, monthsTo } from './lines.ts';

const { path, code: module } = debtReport;

/** Query of a movement report; refuses two equal groups. */
function queryOf({ filter, [SECOND_GROUP]: second, ...query }: z.infer<typeof debtQuery>): DebtQuery {
  assertPeriodLength(query.from, query.to);
  if (second === query.group) failFields({ [SECOND_GROUP]: { code: 'INVALID' } });
  return { ...query, second, narrowed: filter };
}

async function loadAged(ctx: Ctx, { asOf, filter }: z.infer<typeof debtOnDay>) {
  const today = todayOf(ctx);
  const on = asOf ?? today;
  if (on > today) failFields({ asOf: { code: 'DATE_IN_FUTURE' } });
  const [facts, lines] = await Promise.all([loadFacts(ctx.projectId), loadDebtLines(ctx.projectId, null, on)]);
  return { on, facts, lines, bills: agedBills(lines, facts, on, filter) };
}

/** Unit accounts: their balances are shown beside the debt, never deducted from it. */
async function findAccounts(ctx: Ctx): Promise<ReadonlyMap<string, Doc<typeof unitAccount>>> {
  const accounts = await records(unitAccount).find(ctx);
  return new Map(accounts.map(doc => [doc._id, doc]));
}

const read = { method: 'get', module, flags: ['aggregate'] as const } as const;

const movementRoute = route(debtMoves, {
  flags: ['aggregate'],
  run: ({ projectId }, { query }) => movements(projectId, queryOf(query)),
});

const ageingRoute = route(debtAges, {
  flags: ['aggregate'],
  async run(ctx, { query: { group: by, ...query } }) {
    const { on, facts, bills } = await loadAged(ctx, query);
    // Interest of the past that is not charged has no books to be read from.
    const accrued = on === todayOf(ctx) ? await loadAccrued(ctx.projectId, facts, query.filter) : [];
    const { rows, totals } = ageing(bills, facts, on, by, accrued);
    const [accounts, payers] = await (by === 'unit'
      ? Promise.all([
          findAccounts(ctx),
          payersIn(
            ctx,
            rows.flatMap(row => row.key ?? []),
          ),
        ])
      : [null, null]);
    const ofAccount = (id: string | null, name: 'balance' | 'advance') => accounts?.get(id ?? '')?.[name] ?? 0;
    return {
      asOf: on,
      rows: rows.map(row => ({
        ...row,
        account: ofAccount(row.key, 'balance'),
        advance: ofAccount(row.key, 'advance'),
        residentId: payers?.get(row.key ?? '') ?? null,
      })),
      totals,
    };
  },
});

const topRoute = route({
  ...read,
  path: `${path}/top`,
  summary: 'The units that owed most at the end of a day',
  query: debtOnDay.extend({ limit: z.coerce.number().int().min(1).max(100).default(10) }),
  answer: z.array(debtAgesSchema.extend({ unitId: z.string(), code: z.string() })),
  async run(ctx, { query: { limit, ...query } }) {
    const { on, facts, bills } = await loadAged(ctx, query);
    return ageing(bills, facts, on, 'unit')
      .rows.slice(0, limit)
      .map(({ key: id, ...row }) => ({ ...row, unitId: id ?? '', code: facts.units.get(id ?? '')?.code ?? '' }));
  },
});

const seriesRoute = route(debtSeries, {
  flags: ['aggregate'],
  async run(ctx, { query: { months, compare } }) {
    const { projectId } = ctx;
    const today = todayOf(ctx);
    const [facts, lines] = await Promise.all([loadFacts(projectId), loadDebtLines(projectId, null, today)]);
    const pointOf = (month: string) => {
      const { end } = monthPeriod(month);
      // What falls due by the end of an unfinished month is not overdue yet.
      const on = end < today ? end : today;
      const { totals } = ageing(agedBills(lines, facts, on, {}), facts, on, 'month');
      const sums = { billed: 0, paid: 0 };
      for (const { day: on, measure, amount } of lines) {
        if (monthOf(on) !== month) continue;
        if (measure === 'billed') sums.billed += amount;
        if (measure === 'paid' || measure === 'deducted') sums.paid -= amount;
      }
      const rate = sums.billed > 0 ? Math.round((sums.paid * 1000) / sums.billed) / 10 : null;
      const { total: closing, interest: _, disputed: __, inPlan: ___, oldest: ____, ...buckets } = totals;
      return { month, ...sums, closing, rate, ...buckets };
    };
    return monthsTo(monthOf(today), months).map(month => ({
      ...pointOf(month),
      before: compare ? pointOf(addMonths(month, -12)) : null,
    }));
  },
});

type Found = z.infer<typeof debtDocument>;

const billRow = ({ line, left, facts }: AgedBill): Found => ({
  type: bill.name,
  id: line.billId,
  code: facts.code,
  unitId: line.unitId,
  day: facts.dueDate,
  amount: left,
});

/** Bills of an age, or documents behind a movement. */
async function findDocuments(ctx: Ctx, query: z.infer<typeof documentQuery>): Promise<Found[]> {
  const { cell, key: wanted, asOf, filter } = query;
  const range = queryOf(query);
  const group_: Group = range.group;
  const only = wanted && group_ !== 'month' ? { [group_ === 'label' ? 'labelIds' : `${group_}Id`]: [wanted] } : {};
  const narrow = { ...filter, ...only };
  const inAges = AGES.find(age => age === cell);
  if (inAges || cell === 'closing') {
    const { bills } = await loadAged(ctx, { asOf: asOf ?? range.to, filter: narrow });
    const fit = bills.filter(
      ({ age, facts }) => (!inAges || age === inAges) && (group_ !== 'month' || !wanted || facts.month === wanted),
    );
    return fit.map(billRow);
  }
  const [facts, lines] = await Promise.all([
    loadFacts(ctx.projectId),
    loadDebtLines(ctx.projectId, range.from, range.to),
  ]);
  return lines
    .filter(line => line.measure === cell && fits(line, facts, narrow))
    .filter(line => group_ !== 'month' || !wanted || monthOf(line.day) === wanted)
    .map(({ documentType: type, documentId: id, documentCode: code, unitId, day: on, measure, amount }) => ({
      type,
      id,
      code,
      unitId,
      day: on,
      amount: measure === 'billed' || measure === 'interest' ? amount : -amount,
    }));
}

const documentsRoute = route(debtDocuments, {
  flags: ['aggregate'],
  async run(ctx, { query }) {
    if (!can(ctx, bill.code, 'read')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: bill.code });
    const found = await findDocuments(ctx, query);
    const { page, limit } = query;
    const sum = found.reduce((all, { amount }) => all + amount, 0);
    return { count: found.length, sum, rows: found.slice((page - 1) * limit, page * limit) };
  },
});

const NAMED: Readonly<Record<Exclude<Group, 'month'>, Definition>> = { service, block, floor, unit, label };
/** Names of the rows of a group. */
async function loadNames(
  { projectId }: Ctx,
  by: Group,
  keys: readonly (string | null)[],
): Promise<(key: string | null) => string> {
  if (by === 'month') return key => (key ? key.split('-').reverse().join('/') : '');
  const found: ReadonlyMap<string, Readonly<Record<string, unknown>>> = await loadRefs(
    projectId,
    NAMED[by],
    keys.filter(key => key !== null),
  );
  return id => String(found.get(id ?? '')?.[by === 'unit' ? 'code' : 'name'] ?? '');
}

/** `GET /statistics/debt/pdf`: what was owed, came up and went, by the chosen group, in the layout of its template. */
const debtPaper = reportPdf({
  path,
  summary: 'The movements of what is owed, on paper',
  module,
  flags: ['aggregate'],
  type: 'DEBT_REPORT',
  query: debtQuery.extend(paperQuery.shape),
  async contentsOf(ctx, query) {
    // The template has one group.
    const range = { ...queryOf(query), second: undefined };
    const say = (name: string) => text(ctx, `books.debt.${name}`);
    const money = (amount: number) => numberIn(ctx.language, amount);
    const { rows, totals } = await movements(ctx.projectId, range);
    const nameOf = await loadNames(
      ctx,
      range.group,
      rows.map(row => row.key),
    );
    const cellsOf = (name: string, { opening, billed, interest, closing }: (typeof rows)[number] | typeof totals) => ({
      unit: name,
      opening: money(opening),
      in: money(billed + interest),
      out: money(opening + billed + interest - closing),
      balance: money(closing),
    });
    const period = `${dayWords(range.from)} – ${dayWords(range.to)}`;
    return [
      {
        code: period,
        day: dayWords(range.to),
        period,
        facts: [['period', period]],
        tables: [
          {
            title: null,
            heads: {
              unit: say(`by.${range.group}`),
              opening: say('opening'),
              in: say('billed'),
              out: say('lowered'),
              balance: say('closing'),
            },
            rows: rows.map(row => ({ cells: cellsOf(nameOf(row.key), row) })),
            total: cellsOf(say('total'), totals),
          },
        ],
        sums: [],
        amount: null,
        bank: null,
        qr: null,
      },
    ];
  },
});

const exportRoute = route({
  method: 'get',
  path: `${path}/export`,
  module,
  flags: ['export'] as const,
  query: debtQuery,
  answer: XLSX,
  summary: 'The movements and the ages as a spreadsheet',
  async run(ctx, { query, res }) {
    const range = queryOf(query);
    const say = (name: string) => text(ctx, `books.debt.${name}`);
    const { rows, totals } = await movements(ctx.projectId, range);
    const asOf = range.to > todayOf(ctx) ? todayOf(ctx) : range.to;
    const { facts, bills } = await loadAged(ctx, { asOf, filter: query.filter });
    const by = ageing(bills, facts, asOf, 'unit');
    const columns = ['opening', ...DEBT_MEASURES, 'closing', 'rate'] as const;
    const nameOf = await loadNames(
      ctx,
      range.group,
      rows.map(row => row.key),
    );
    const sheet: Cell[][] = [
      [say('group'), ...columns.map(say)],
      ...rows.map(row => [nameOf(row.key), ...columns.map(name => row[name])]),
      [say('total'), ...columns.map(name => totals[name])],
    ];
    const agesSheet: Cell[][] = [
      [say('unit'), ...AGES.map(age => text(ctx, `books.ageing.${age}`)), say('total'), say('oldest')],
      ...by.rows.map(row => [
        facts.units.get(row.key ?? '')?.code ?? '',
        ...[...AGES, 'total' as const].map(name => row[name]),
        row.oldest && dayWords(row.oldest),
      ]),
    ];
    const name = `debt-${range.from}-${range.to}.xlsx`;
    res.set({ 'Content-Type': XLSX, 'Content-Disposition': `attachment; filename="${name}"` });
    await writeBook(res, [
      { name: say('title'), batches: [sheet], headed: true },
      { name: say('ages'), batches: [agesSheet], headed: true },
    ]);
  },
});

/** Debt reports: movements, ageing, and the documents behind each figure. */
export const debtReportRoutes: readonly Route[] = [
  movementRoute,
  ageingRoute,
  topRoute,
  seriesRoute,
  documentsRoute,
  exportRoute,
  debtPaper,
];

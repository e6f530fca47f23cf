import { monthOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { calledIn } from '@lobby/shared/kit/nouns.ts';
import { serviceAdvance } from '@lobby/shared/modules/account-movement.ts';
import { ADVANCE_FIGURES, type AdvanceGroup, advanceReport } from '@lobby/shared/modules/advance-report.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import {
  advanceMoves,
  advanceQuery,
  advanceSuggestions,
  type Name,
} from '@lobby/shared/modules/unit-account.contract.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { dayWords } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeSheet } from '../../kit/sheets/sheet.ts';
import { type AnyDoc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { assertPeriodLength, type Line } from '../ledger/index.ts';
import { paperQuery, reportPdf } from '../template/index.ts';

type Figures = Record<Name, number>;
const none = (): Figures => Object.fromEntries(ADVANCE_FIGURES.map(name => [name, 0])) as Figures;

/** Figures of incoming and outgoing movements by kind of entry; reversals count against the same figure. */
const OF: Readonly<Record<string, readonly [came: Name, went: Name]>> = {
  ADVANCE_TRANSFER: ['transferredIn', 'transferredOut'],
  PAYSLIP: ['received', 'refunded'],
};
const BACK: Readonly<Record<string, string>> = { TRANSFER_CANCEL: 'ADVANCE_TRANSFER', PAYSLIP_CANCEL: 'PAYSLIP' };

/** Adds a movement; outgoing amounts are positive figures of their own. */
function add(to: Figures, kind: string, reversed: boolean, by: number): void {
  const [came, went] = OF[BACK[kind] ?? kind] ?? ['received', 'used'];
  // Reversals have the opposite sign.
  const isIn = reversed ? by < 0 : by > 0;
  const name = isIn ? came : went;
  to[name] += isIn ? by : -by;
  to.closing += by;
}

interface AdvanceQuery {
  from: string;
  to: string;
  group: AdvanceGroup;
  serviceId?: string | undefined;
}

/** Advances of units: opening balance, movements and closing balance of a period, from the journal. */
async function loadAdvances({ projectId }: Ctx, { from, to, group, serviceId }: AdvanceQuery) {
  const total = none();
  const groups = new Map<string, Figures>();
  const query = { projectId, deletedAt: null, accountingDate: { $lte: to }, 'lines.account': 'ADVANCE' };
  const blocks = new Map<string, string>();
  if (group === 'block')
    for (const { _id, blockId } of await records(unit)
      .withRemoved()
      .find({ projectId }, {}, { only: ['blockId'] }))
      blocks.set(_id, blockId);
  const keyOf = (line: Line, day: string) => {
    if (group === 'month') return day < from ? monthOf(from) : monthOf(day);
    return group === 'service'
      ? (line.serviceId ?? '')
      : group === 'unit'
        ? (line.unitId ?? '')
        : (blocks.get(line.unitId ?? '') ?? '');
  };
  const entries = records(journalEntry).each({ projectId }, query, { sort: { accountingDate: 1, no: 1 } });
  for await (const doc of entries)
    for (const line of doc.lines) {
      if (line.account !== 'ADVANCE' || (serviceId !== undefined && line.serviceId !== serviceId)) continue;
      const by = (line.credit ?? 0) - (line.debit ?? 0);
      const day = doc.accountingDate;
      const key = keyOf(line, day);
      const sums = groups.get(key) ?? none();
      groups.set(key, sums);
      for (const figures of [total, sums])
        if (day < from) {
          figures.opening += by;
          figures.closing += by;
        } else add(figures, doc.kind, Boolean(doc.reversesId), by);
    }
  return { total, groups: group === 'month' ? carried(groups) : groups };
}

/** The opening balance of a month is the closing balance of the one before. */
function carried(months: ReadonlyMap<string, Figures>): Map<string, Figures> {
  let left = 0;
  return new Map(
    [...months]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([month, figures]) => {
        const opening = left + figures.opening;
        left += figures.closing;
        return [month, { ...figures, opening, closing: left }];
      }),
  );
}

const GROUPED: Readonly<Record<'service' | 'unit' | 'block', Definition>> = { service, unit, block };

/** Rows of the report with their names. */
async function loadReport(ctx: Ctx, query: AdvanceQuery) {
  assertPeriodLength(query.from, query.to);
  const { total, groups } = await loadAdvances(ctx, query);
  const { group } = query;
  const keys = [...groups.keys()];
  const named: ReadonlyMap<string, AnyDoc> =
    group === 'month' ? new Map() : await loadRefs(ctx.projectId, GROUPED[group], keys);
  const nameOf = (key: string) =>
    group === 'month' ? key : calledIn(GROUPED[group], named.get(key), ctx.language) || key;
  const moved = (figures: Figures) => ADVANCE_FIGURES.some(name => figures[name] !== 0);
  const rows = [...groups]
    .filter(([, figures]) => moved(figures))
    .map(([key, figures]) => ({ key, name: nameOf(key), ...figures }));
  const sorted = group === 'month' ? rows : rows.toSorted((a, b) => a.name.localeCompare(b.name, 'vi'));
  return { ...total, group, rows: sorted };
}

const shared = { method: 'get', module: advanceReport.code, query: advanceQuery } as const;

const reportRoute = route(advanceMoves, {
  flags: ['read'],
  run: (ctx, { query }) => loadReport(ctx, query),
});

async function* sheetOf(ctx: Ctx, report: Awaited<ReturnType<typeof loadReport>>): AsyncGenerator<Cell[][]> {
  const say = (key: string) => text(ctx, `books.advance.${key}`);
  yield [[say(`groups.${report.group}`), ...ADVANCE_FIGURES.map(name => say(`figures.${name}`))]];
  yield report.rows.map((row): Cell[] => [dayWords(row.name), ...ADVANCE_FIGURES.map(name => row[name])]);
  yield [[say('total'), ...ADVANCE_FIGURES.map(name => report[name])]];
}

const exportRoute = route({
  ...shared,
  path: `${advanceReport.path}/export`,
  summary: 'The same as a spreadsheet',
  flags: ['export'],
  answer: XLSX,
  async run(ctx, { query, res }) {
    const report = await loadReport(ctx, query);
    res.set({ 'Content-Type': XLSX, 'Content-Disposition': 'attachment; filename="advances.xlsx"' });
    await writeSheet(res, text(ctx, 'books.advance.title'), sheetOf(ctx, report));
  },
});

/** `GET /statistics/advance-payment/pdf`: the same in the layout of its template. */
const advancePaper = reportPdf({
  path: advanceReport.path,
  summary: 'What was paid ahead, used and given back, on paper',
  module: advanceReport.code,
  flags: ['read'],
  type: 'ADVANCE_REPORT',
  query: advanceQuery.extend(paperQuery.shape),
  async contentsOf(ctx, query) {
    const report = await loadReport(ctx, query);
    const say = (key: string) => text(ctx, `books.advance.${key}`);
    const money = (amount: number) => numberIn(ctx.language, amount);
    const cellsOf = (name: string, figures: Figures) => ({
      unit: name,
      opening: money(figures.opening),
      in: money(figures.received + figures.transferredIn),
      out: money(figures.transferredOut + figures.used + figures.refunded),
      balance: money(figures.closing),
    });
    const period = `${dayWords(query.from)} – ${dayWords(query.to)}`;
    return [
      {
        code: period,
        day: dayWords(query.to),
        period,
        facts: [['period', period]],
        tables: [
          {
            title: null,
            heads: {
              unit: say(`groups.${report.group}`),
              opening: say('figures.opening'),
              in: say('came'),
              out: say('went'),
              balance: say('figures.closing'),
            },
            rows: report.rows.map(row => ({ cells: cellsOf(dayWords(row.name), row) })),
            total: cellsOf(say('total'), report),
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

const MONTHS = [1, 3, 6, 12] as const;
/** Advances of a unit by service, with the price of several months by its last bill. */
const suggestRoute = route(advanceSuggestions, {
  flags: ['read'],
  async run({ projectId }, { query: { unitId } }) {
    const ofUnit = { projectId, unitId, deletedAt: null };
    const [bills, advances] = await Promise.all([
      records(bill).find(
        { projectId },
        { ...ofUnit, status: 'ACTIVE', type: 'NORMAL', createdFor: 'SERVICE' },
        { only: ['serviceId', 'month', 'total'], sort: { month: 1 } },
      ),
      records(serviceAdvance).find({ projectId }, ofUnit),
    ]);
    const last = new Map(bills.map(doc => [doc.serviceId, doc.total]));
    const held = new Map(advances.map(advance => [advance.serviceId, advance]));
    const services = await loadRefs(projectId, service, [...new Set([...last.keys(), ...held.keys()])]);
    return [...services.values()]
      .filter(item => item.active || held.has(item._id))
      .map(item => {
        const [lastBill, balance] = [last.get(item._id) ?? 0, held.get(item._id)?.balance ?? 0];
        return {
          serviceId: item._id,
          name: item.name,
          balance,
          lastBill,
          prepaid: item.type === 'PREPAID',
          openingLeft: held.get(item._id)?.balanceOpening ?? 0,
          months: lastBill > 0 ? Math.round((balance * 10) / lastBill) / 10 : null,
          suggestions: lastBill > 0 ? MONTHS.map(months => ({ months, amount: months * lastBill })) : [],
        };
      })
      .toSorted((a, b) => Number(b.prepaid) - Number(a.prepaid) || a.name.localeCompare(b.name, 'vi'));
  },
});

export const advanceRoutes: readonly Route[] = [reportRoute, exportRoute, advancePaper, suggestRoute];

import { AGES, type Age, ageOf } from '@lobby/shared/billing/ageing.ts';
import { monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { type DEBT_GROUPS, DEBT_MARKS, DEBT_MEASURES } from '@lobby/shared/modules/financial-reports.contract.ts';
import { records } from '../../../kit/store/records.ts';
import {
  type BillFacts,
  type DebtLine,
  type Facts,
  LESS,
  type LineSubject,
  loadDebtLines,
  loadFacts,
  type Measure,
  type UnitFacts,
} from './lines.ts';

export type Group = (typeof DEBT_GROUPS)[number];

/** Filters of the figures. */
export interface Narrowed {
  blockId?: readonly string[] | undefined;
  floorId?: readonly string[] | undefined;
  unitId?: readonly string[] | undefined;
  serviceId?: readonly string[] | undefined;
  labelIds?: readonly string[] | undefined;
  /** Bills by payment state: all, paid, or with a remaining amount. */
  payment?: 'RECEIVABLES' | 'PAID' | 'REMAINING_RECEIVABLES' | undefined;
}

export interface DebtQuery {
  from: string;
  to: string;
  basis: 'accounting' | 'month';
  group: Group;
  second?: Group | undefined;
  narrowed: Narrowed;
}

type Figures = Record<Measure | 'opening' | 'closing', number> & { rate: number | null };
export type Row = Figures & { key: string | null; thenKey: string | null };
interface Sums extends Figures {
  /** Amount collected for the bills of the period, for the collection rate. */
  collected: number;
}

const none = (): Sums => ({
  ...(Object.fromEntries([...DEBT_MEASURES, 'opening', 'closing'].map(name => [name, 0])) as Record<
    keyof Figures,
    number
  >),
  rate: null,
  collected: 0,
});

/** Whether a line passes the filters. */
export function fits(line: LineSubject, { bills, units }: Facts, narrowed: Narrowed): boolean {
  const { blockId, floorId, unitId, serviceId, labelIds, payment } = narrowed;
  const of = units.get(line.unitId);
  const has = (wanted: readonly string[] | undefined, value: string | null | undefined) =>
    !wanted || (value != null && wanted.includes(value));
  const left = ['UNPAID', 'PARTIAL_PAID'].includes(bills.get(line.billId)?.paymentState ?? '');
  return (
    has(unitId, line.unitId) &&
    has(serviceId, line.serviceId) &&
    has(blockId, of?.blockId) &&
    has(floorId, of?.floorId) &&
    has(labelIds, of?.labelId) &&
    (payment === undefined || payment === 'RECEIVABLES' || left === (payment === 'REMAINING_RECEIVABLES'))
  );
}

function keyOf(group: Group, line: LineSubject, month: string, of: UnitFacts | undefined): string | null {
  switch (group) {
    case 'month':
      return month;
    case 'service':
      return line.serviceId;
    case 'unit':
      return line.unitId;
    case 'block':
      return of?.blockId ?? null;
    case 'floor':
      return of?.floorId ?? null;
    default:
      return of?.labelId ?? null;
  }
}

function finished(sums: Sums): Figures {
  const closing = DEBT_MEASURES.reduce((all, name) => all + (LESS.has(name) ? -sums[name] : sums[name]), sums.opening);
  const { collected, ...figures } = sums;
  const rate = sums.billed > 0 ? Math.round((collected * 1000) / sums.billed) / 10 : null;
  return { ...figures, closing, rate };
}

/** Opening debt, movements of a period and closing debt, in rows and in total. */
export async function movements(projectId: string, { from, to, basis, group, second, narrowed }: DebtQuery) {
  const [facts, lines] = await Promise.all([loadFacts(projectId), loadDebtLines(projectId, null, to)]);
  const all = none();
  const rows = new Map<string, { key: string | null; thenKey: string | null; sums: Sums }>();
  const months: [string, string] = [monthOf(from), monthOf(to)];
  for (const line of lines) {
    const billFacts = facts.bills.get(line.billId);
    if (!fits(line, facts, narrowed)) continue;
    const billed = billFacts?.month ?? monthOf(line.day);
    if (basis === 'month' && (billed < months[0] || billed > months[1])) continue;
    const month = basis === 'month' ? billed : monthOf(line.day);
    const before = basis === 'accounting' && line.day < from;
    // The opening debt is shown in the first month.
    const shown = before ? months[0] : month;
    const of = facts.units.get(line.unitId);
    const [key, thenKey] = [keyOf(group, line, shown, of), second ? keyOf(second, line, shown, of) : null];
    const row = rows.get(`${key} ${thenKey}`) ?? { key, thenKey, sums: none() };
    rows.set(`${key} ${thenKey}`, row);
    const ofTime = basis === 'month' || (billFacts !== undefined && billFacts.accountingDate >= from);
    for (const sums of [all, row.sums]) add(sums, line, before, ofTime);
  }
  const found = [...rows.values()].map(({ key, thenKey, sums }): Row => ({ key, thenKey, ...finished(sums) }));
  const placed = found
    .filter(row => DEBT_MEASURES.some(name => row[name] !== 0) || row.opening !== 0)
    .toSorted((a, b) => (`${a.key} ${a.thenKey}` < `${b.key} ${b.thenKey}` ? -1 : 1));
  const running = basis === 'accounting' && group === 'month' && !second ? carried(placed) : placed;
  return { rows: running, totals: finished(all) };
}

function add(sums: Sums, { measure, amount }: DebtLine, before: boolean, ofTime: boolean): void {
  if (before) {
    sums.opening += amount;
    return;
  }
  sums[measure] += LESS.has(measure) ? -amount : amount;
  if (ofTime && (measure === 'paid' || measure === 'deducted')) sums.collected -= amount;
}

/** The opening balance of a month is the closing balance of the one before. */
function carried(rows: readonly Row[]): Row[] {
  let before = 0;
  return rows.map((row, n) => {
    const opening = n === 0 ? row.opening : before;
    before = row.closing - row.opening + opening;
    return { ...row, opening, closing: before };
  });
}

type AgedSum = Age | 'total' | 'interest' | (typeof DEBT_MARKS)[number];
export type Aged = Record<AgedSum, number> & { oldest: string | null };
const aged = (): Aged => ({
  ...(Object.fromEntries([...AGES, 'total', 'interest', ...DEBT_MARKS].map(name => [name, 0])) as Record<
    AgedSum,
    number
  >),
  oldest: null,
});

/** Remaining debt of each bill at the end of a day. */
export function owedOn(lines: readonly DebtLine[], asOf: string): Map<string, { line: DebtLine; left: number }> {
  const owed = new Map<string, { line: DebtLine; left: number }>();
  for (const line of lines) {
    if (line.day > asOf) continue;
    const entry = owed.get(line.billId) ?? { line, left: 0 };
    owed.set(line.billId, { ...entry, left: entry.left + line.amount });
  }
  return owed;
}

export interface AgedBill {
  line: DebtLine;
  left: number;
  facts: BillFacts;
  age: Age;
}
/** Bills with a remaining debt at the end of a day, each with its age. */
export function agedBills(lines: readonly DebtLine[], facts: Facts, asOf: string, narrowed: Narrowed): AgedBill[] {
  return [...owedOn(lines, asOf).values()].flatMap(({ line, left }) => {
    const billFacts = facts.bills.get(line.billId);
    if (left === 0 || !billFacts || !fits(line, facts, narrowed)) return [];
    return [
      {
        line,
        left,
        facts: billFacts,
        age: ageOf(billFacts.dueDate < asOf ? billFacts.agesFrom : billFacts.dueDate, asOf),
      },
    ];
  });
}

/** Late interest of a bill that is not on the books yet. */
interface Accrued {
  line: LineSubject;
  month: string;
  interest: number;
}
/** Late interest that is not charged yet, as last counted. */
export async function loadAccrued(projectId: string, facts: Facts, narrowed: Narrowed): Promise<Accrued[]> {
  const late = await records(bill).find(
    { projectId },
    { status: 'ACTIVE', late: true },
    { only: ['unitId', 'serviceId', 'month', 'interest'], patience: 10_000 },
  );
  return late
    .map(({ _id: billId, unitId, serviceId, month, interest }) => ({
      line: { billId, unitId, serviceId },
      month,
      interest,
    }))
    .filter(({ line }) => fits(line, facts, narrowed));
}

/** Sums of bills by age, in groups and in total; `oldest` tells the age of a row. */
export function ageing(
  bills: readonly AgedBill[],
  facts: Facts,
  asOf: string,
  group: Group,
  accrued: readonly Accrued[] = [],
) {
  const all = aged();
  const rows = new Map<string | null, Aged>();
  const rowOf = (line: LineSubject, month: string): Aged => {
    const key = keyOf(group, line, month, facts.units.get(line.unitId));
    const row = rows.get(key) ?? aged();
    rows.set(key, row);
    return row;
  };
  for (const { line, left, facts: billFacts, age } of bills) {
    for (const sums of [all, rowOf(line, billFacts.month)]) {
      sums[age] += left;
      sums.total += left;
      for (const mark of DEBT_MARKS) if (billFacts[mark]) sums[mark] += left;
      if (billFacts.dueDate < asOf && (sums.oldest === null || billFacts.agesFrom < sums.oldest))
        sums.oldest = billFacts.agesFrom;
    }
  }
  for (const { line, month, interest } of accrued)
    for (const sums of [all, rowOf(line, month)]) sums.interest += interest;
  return {
    totals: all,
    rows: [...rows]
      .map(([key, sums]) => ({ key, ...sums }))
      .toSorted((a, b) => b.total + b.interest - a.total - a.interest),
  };
}

import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { DEBT_MEASURES } from '@lobby/shared/modules/financial-reports.contract.ts';
import { instalmentPlan } from '@lobby/shared/modules/instalment-plan.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Doc, records } from '../../../kit/store/records.ts';

type Entry = Pick<
  Doc<typeof journalEntry>,
  'accountingDate' | 'kind' | 'lines' | 'documentType' | 'documentId' | 'documentCode'
>;
type Line = Entry['lines'][number];

export type Measure = (typeof DEBT_MEASURES)[number];

/** A part of an entry that changes the debt of a bill. */
export interface DebtLine {
  day: string;
  measure: Measure;
  /** Positive amounts increase the debt, negative ones reduce it. */
  amount: number;
  unitId: string;
  serviceId: string;
  billId: string;
  documentType: string;
  documentId: string;
  documentCode: string;
}

/** What a line is about. */
export type LineSubject = Pick<DebtLine, 'unitId' | 'serviceId' | 'billId'>;

/** Measures that reduce the debt. */
export const LESS: ReadonlySet<Measure> = new Set(['adjustedDown', 'cancelled', 'paid', 'deducted', 'writtenOff']);

const INTEREST = ['INTEREST_POST', 'INTEREST_WAIVE', 'INTEREST_CANCEL'];
const MEASURE_OF: Readonly<Record<string, Measure>> = {
  BILL_RELEASE: 'billed',
  BILL_DEBT: 'billed',
  BILL_EDIT: 'billed',
  BILL_CANCEL: 'cancelled',
  ADJUST_UP: 'billed',
  ADJUST_DOWN: 'adjustedDown',
  ADJUST_SURPLUS: 'paid',
  OFFSET: 'deducted',
  OFFSET_CANCEL: 'deducted',
  DEPOSIT_FORFEIT: 'deducted',
  FORFEIT_CANCEL: 'deducted',
  WRITE_OFF: 'writtenOff',
  WRITE_OFF_CANCEL: 'writtenOff',
};
const HELD = ['UNIT_ACCOUNT', 'ADVANCE'];

const by = ({ debit, credit }: Line) => (debit ?? 0) - (credit ?? 0);

/** Part of a payment entry that is taken from balances of the unit instead of money. */
function deductedOf(lines: readonly Line[]): number {
  const out = lines.reduce((sum, line) => sum + (HELD.includes(line.account) ? by(line) : 0), 0);
  const paid = lines.reduce((sum, line) => sum + (line.account === 'RECEIVABLE' ? -by(line) : 0), 0);
  return Math.sign(out) === Math.sign(paid) ? Math.sign(paid) * Math.min(Math.abs(out), Math.abs(paid)) : 0;
}

/** Debt lines of an entry, one measure each; payments by receipt are split into money and deductions. */
export function linesOf(entry: Entry): DebtLine[] {
  const { lines: all, kind } = entry;
  let deducted = kind === 'RECEIPT' || kind === 'RECEIPT_CANCEL' ? deductedOf(all) : 0;
  return all.flatMap((line): DebtLine[] => {
    if (line.account !== 'RECEIVABLE') return [];
    const amount = by(line);
    const of = (measure: Measure, sum: number): DebtLine[] =>
      sum === 0
        ? []
        : [
            {
              day: entry.accountingDate,
              measure,
              amount: sum,
              unitId: line.unitId ?? '',
              serviceId: line.serviceId ?? '',
              billId: line.billId ?? '',
              documentType: entry.documentType,
              documentId: entry.documentId ?? '',
              documentCode: entry.documentCode ?? '',
            },
          ];
    if (INTEREST.includes(kind) || (kind === 'BILL_CANCEL' && line.part === 'INTEREST')) return of('interest', amount);
    // Reversal of an adjustment: an increase is cancelled, a reduction undone.
    if (kind === 'ADJUST_CANCEL') return of(amount > 0 ? 'adjustedDown' : 'cancelled', amount);
    const name = MEASURE_OF[kind];
    if (name) return of(name, amount);
    const held = Math.sign(amount) * Math.min(Math.abs(amount), Math.abs(deducted));
    deducted += held;
    return [...of('deducted', held), ...of('paid', amount - held)];
  });
}

/** Debt movements between two days, in the order of posting. */
export async function loadDebtLines(projectId: string, from: string | null, to: string): Promise<DebtLine[]> {
  const where = { accountingDate: { ...(from && { $gte: from }), $lte: to }, 'lines.account': 'RECEIVABLE' };
  const entries = records(journalEntry).each({ projectId }, where, {
    only: ['accountingDate', 'kind', 'lines', 'documentType', 'documentId', 'documentCode'],
    sort: { accountingDate: 1, no: 1 },
    patience: 30_000,
  });
  const lines: DebtLine[] = [];
  for await (const entry of entries) lines.push(...linesOf(entry));
  return lines;
}

export interface BillFacts {
  month: string;
  /** Due date, by which lists and residents call it overdue as well; of a debt without one the end of its month. */
  dueDate: string;
  /** Day from which its age counts, once it is due: of charged interest the due date of the bill that it is for. */
  agesFrom: string;
  accountingDate: string;
  code: string;
  paymentState: string;
  disputed: boolean;
  /** In an instalment plan that is kept. */
  inPlan: boolean;
}
export interface UnitFacts {
  code: string;
  blockId: string;
  floorId: string;
  labelId: string | null;
}

const FACTS = [
  'month',
  'dueDate',
  'debtMonth',
  'createdFor',
  'originalId',
  'accountingDate',
  'code',
  'paymentState',
  'disputed',
] as const;
type BillRow = Pick<Doc<typeof bill>, (typeof FACTS)[number]>;

const dueOf = (doc: BillRow): string => doc.dueDate ?? monthPeriod(doc.debtMonth ?? doc.month).end;

/** Data of bills and units for the reports, by id. */
export async function loadFacts(projectId: string) {
  const [bills, plans, units] = await Promise.all([
    records(bill).withRemoved().find({ projectId }, {}, { only: FACTS, patience: 20_000 }),
    records(instalmentPlan).find({ projectId }, { status: 'ACTIVE' }, { only: ['billIds'] }),
    records(unit)
      .withRemoved()
      .find({ projectId }, {}, { only: ['code', 'blockId', 'floorId', 'labelIds'] }),
  ]);
  const byId = new Map(bills.map(doc => [doc._id, doc]));
  const originalOf = (doc: BillRow): BillRow =>
    (doc.createdFor === 'INTEREST' && doc.originalId ? byId.get(doc.originalId) : null) ?? doc;
  const planned = new Set(plans.flatMap(({ billIds }) => billIds));
  return {
    bills: new Map(
      bills.map((doc): [string, BillFacts] => [
        doc._id,
        {
          month: doc.month,
          dueDate: dueOf(doc),
          agesFrom: dueOf(originalOf(doc)),
          accountingDate: doc.accountingDate ?? '',
          code: doc.code ?? '',
          paymentState: doc.paymentState,
          disputed: doc.disputed,
          inPlan: planned.has(doc._id),
        },
      ]),
    ),
    units: new Map(
      units.map(({ _id, code, blockId, floorId, labelIds }): [string, UnitFacts] => [
        _id,
        {
          code,
          blockId,
          floorId,
          labelId: labelIds[0] ?? null,
        },
      ]),
    ),
  };
}
export type Facts = Awaited<ReturnType<typeof loadFacts>>;

/** The `n` months up to and including one. */
export const monthsTo = (month: string, n: number): string[] =>
  Array.from({ length: n }, (_, at) => addMonths(month, at - n + 1));

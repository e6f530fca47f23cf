import { monthPeriod } from '@lobby/shared/billing/periods.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import type { Line } from '../ledger/index.ts';

/** What happened to what units owe; `closing` is `opening` with all of it (rules of the card, 1). */
export const MEASURES = ['billed', 'interest', 'adjustedDown', 'cancelled', 'paid', 'deducted', 'writtenOff'] as const;
export type Measure = (typeof MEASURES)[number];

/** A part of an entry that changed what is owed, with what is known of its bill and unit. */
export interface DebtLine {
  day: string;
  measure: Measure;
  /** More owed; below 0 less. */
  amount: number;
  unitId: string;
  serviceId: string;
  billId: string;
  documentType: string;
  documentId: string;
  documentCode: string;
}

/** Of which measures less is owed. */
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

/** What of an entry that pays bills came out of what units have, not as money. */
function deductedOf(lines: readonly Line[]): number {
  const out = lines.reduce((sum, line) => sum + (HELD.includes(line.account) ? by(line) : 0), 0);
  const paid = lines.reduce((sum, line) => sum + (line.account === 'RECEIVABLE' ? -by(line) : 0), 0);
  return Math.sign(out) === Math.sign(paid) ? Math.sign(paid) * Math.min(Math.abs(out), Math.abs(paid)) : 0;
}

/** The lines of one entry, each as one measure; what was paid by a receipt is divided into money and what was there before. */
export function linesOf(entry: Stored): DebtLine[] {
  const all = entry.lines as Line[];
  const kind = String(entry.kind);
  let deducted = kind === 'RECEIPT' || kind === 'RECEIPT_CANCEL' ? deductedOf(all) : 0;
  return all.flatMap((line): DebtLine[] => {
    if (line.account !== 'RECEIVABLE') return [];
    const amount = by(line);
    const of = (measure: Measure, own: number): DebtLine[] =>
      own === 0
        ? []
        : [
            {
              day: String(entry.accountingDate),
              measure,
              amount: own,
              unitId: String(line.unitId),
              serviceId: String(line.serviceId),
              billId: String(line.billId),
              documentType: String(entry.documentType),
              documentId: String(entry.documentId),
              documentCode: String(entry.documentCode ?? ''),
            },
          ];
    if (INTEREST.includes(kind) || (kind === 'BILL_CANCEL' && line.part === 'INTEREST')) return of('interest', amount);
    // An adjustment that is taken back: what it added is gone, what it took off is there again.
    if (kind === 'ADJUST_CANCEL') return of(amount > 0 ? 'adjustedDown' : 'cancelled', amount);
    const known = MEASURE_OF[kind];
    if (known) return of(known, amount);
    const held = Math.sign(amount) * Math.min(Math.abs(amount), Math.abs(deducted));
    deducted += held;
    return [...of('deducted', held), ...of('paid', amount - held)];
  });
}

/** The changes of what units owe between two days, in the order of the books. */
export async function debtLines(projectId: string, from: string | null, to: string): Promise<DebtLine[]> {
  const days = { ...(from && { $gte: from }), $lte: to };
  const entries = modelOf(journalEntry)
    .find(
      { projectId, deletedAt: null, accountingDate: days, 'lines.account': 'RECEIVABLE' },
      { accountingDate: 1, kind: 1, lines: 1, documentType: 1, documentId: 1, documentCode: 1 },
    )
    .sort({ accountingDate: 1, no: 1 })
    .maxTimeMS(30_000)
    .lean<Stored[]>();
  const lines: DebtLine[] = [];
  for await (const entry of entries.cursor()) lines.push(...linesOf(entry));
  return lines;
}

export interface BillFacts {
  month: string;
  /** From when it is late: of a debt without a day the end of its month; interest is as old as its bill. */
  dueDate: string;
  accountingDate: string;
  code: string;
  paymentState: string;
  disputed: boolean;
}
export interface UnitFacts {
  code: string;
  blockId: string;
  floorId: string;
  labelId: string | null;
}

/** What the reports know of bills and units, by id. */
export async function factsOf(projectId: string) {
  const fields = [
    'month',
    'dueDate',
    'debtMonth',
    'createdFor',
    'originalId',
    'accountingDate',
    'code',
    'paymentState',
  ];
  const [bills, units] = await Promise.all([
    modelOf(bill)
      .find({ projectId }, Object.fromEntries([...fields, 'disputed'].map(name => [name, 1])))
      .maxTimeMS(20_000)
      .lean<Stored[]>(),
    modelOf(unit).find({ projectId }, { code: 1, blockId: 1, floorId: 1, labelIds: 1 }).lean<Stored[]>(),
  ]);
  const known = new Map(bills.map(doc => [doc._id, doc]));
  const dueOf = (doc: Stored): string => {
    const original = doc.createdFor === 'INTEREST' && doc.originalId ? known.get(String(doc.originalId)) : null;
    if (original) return dueOf(original);
    if (typeof doc.dueDate === 'string') return doc.dueDate;
    return monthPeriod(String(doc.debtMonth ?? doc.month)).end;
  };
  return {
    bills: new Map(
      bills.map((doc): [string, BillFacts] => [
        doc._id,
        {
          month: String(doc.month),
          dueDate: dueOf(doc),
          accountingDate: String(doc.accountingDate),
          code: String(doc.code),
          paymentState: String(doc.paymentState),
          disputed: doc.disputed === true,
        },
      ]),
    ),
    units: new Map(
      units.map(({ _id, code, blockId, floorId, labelIds }): [string, UnitFacts] => [
        _id,
        {
          code: String(code),
          blockId: String(blockId),
          floorId: String(floorId),
          labelId: Array.isArray(labelIds) && labelIds.length > 0 ? String(labelIds[0]) : null,
        },
      ]),
    ),
  };
}
export type Facts = Awaited<ReturnType<typeof factsOf>>;

/** The months before one, itself the last. */
export const monthsTo = (month: string, n: number): string[] =>
  Array.from({ length: n }, (_, at) => addMonths(month, at - n + 1));

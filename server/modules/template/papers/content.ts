import type { AmountStyle } from '@lobby/shared/kit/amount-words.ts';
import type { PaperColumn } from '@lobby/shared/modules/report-template.ts';

/** Consumption of a service by month, null if unknown; the last one is the month of the document. */
export interface Chart {
  name: string;
  unit: string;
  bars: readonly { label: string; value: number | null; said: string }[];
}

/** Labels of facts and sums. */
export type FactKey =
  | ('to' | 'unit' | 'area' | 'people' | 'reason' | 'method' | 'due' | 'amount' | 'owed')
  | ('amenity' | 'time' | 'quantity' | 'deposit')
  | ('payer' | 'payee' | 'address' | 'files' | 'fund' | 'reference' | 'cancelReason')
  | ('period' | 'opening' | 'in' | 'out' | 'closing' | 'kind' | 'dueBack' | 'held')
  | ('new' | 'interest' | 'carried' | 'paidBefore' | 'paidSince' | 'loweredAfter' | 'paidAfter' | 'left' | 'settled');
/** Columns that templates cannot choose. */
type OwnColumn =
  | 'month'
  | 'bill'
  | 'rate'
  | 'dueDate'
  | 'arisen'
  | 'adjusted'
  | 'paid'
  | 'left'
  | 'method'
  | 'fund'
  | 'reference';
export type ColumnName = PaperColumn | OwnColumn;
export type PaperCells = Partial<Record<ColumnName, string>>;

/** A row with its details below. */
export interface PaperRow {
  cells: PaperCells;
  below?: readonly PaperCells[];
}
export interface PaperTable {
  /** Key in `report-template.print.tables`; null for no title. */
  title: 'new' | 'interest' | 'debts' | 'paidFor' | 'spentFor' | 'ways' | null;
  params?: Record<string, unknown>;
  /** To the right of the title: unit of the figures, and their date. */
  beside?: string;
  /** Columns of the template by default. */
  columns?: readonly ColumnName[];
  rows: readonly PaperRow[];
  total?: PaperCells;
  /** Column with the total of a row; the last by default. */
  strong?: ColumnName;
  /** Headings in place of the usual ones. */
  heads?: PaperCells;
  /** A running figure that each page takes over from the one before. */
  carries?: { column: ColumnName; label: ColumnName };
  notes?: readonly string[];
}

/** Content of a document, independent of its layout; figures are formatted. */
export interface PaperContent {
  code: string;
  /** 25/11/2026. */
  day: string;
  /** Number among documents with the same code. */
  edition?: string;
  /** To the right of the head instead of code and day: statutory form, accounts. */
  form?: readonly string[];
  /** Month or period in the default title. */
  period?: string;
  /** Addressee; further lines are smaller. */
  to?: readonly string[];
  /** The main amount, and its due date. */
  box?: { key: FactKey; amount: string; below: string | null } | null;
  facts: readonly (readonly [key: FactKey, value: string])[];
  tables: readonly PaperTable[];
  sums: readonly (readonly [key: FactKey, value: string])[];
  /** Later events below the sums; the last one is the current state. */
  since?: readonly (readonly [key: FactKey, value: string])[];
  /** Parameters of the labels in `facts`: the month, the moment. */
  params?: Record<string, unknown>;
  /** Amount to be written in words. */
  amount: number | null;
  /** The recipient of the money confirms in writing that it is complete. */
  received?: boolean;
  /** Current balance in a frame of its own; with the code of the original, and its explanation. */
  standing?: { said: string; more: string; original?: { code: string; hint: string } } | null;
  bank: { name: string; branch?: string | null; number: string; holder: string; content: string } | null;
  qr: string | null;
  /** Amount to be transferred, formatted. */
  asked?: string;
  /** Transfers to several accounts, instead of the single one above. */
  transfers?: readonly Pick<PaperContent, 'bank' | 'qr' | 'asked'>[];
  charts?: readonly Chart[];
  /** Clauses at the end, by key in `report-template.print`: in both languages of the document, and in Vietnamese. */
  clauses?: readonly (readonly [key: string, params: Record<string, unknown>])[];
  /** Code of the record for its recipient. */
  mark?: string;
  cancelled?: boolean;
  /** Whether it is not published yet. */
  draft?: boolean;
  /** Style of amounts in words. */
  style?: AmountStyle | undefined;
  /** Default signers, by role. */
  signers?: Readonly<Record<string, string | null>>;
  /** Default footer. */
  foot?: string;
}

/** Text in the first language, and in the second if there is one. */
export type Say = (key: string, params?: Record<string, unknown>) => readonly [string, string];
/** Both languages on one line, for labels. */
export const both = ([first, other]: readonly [string, string]) =>
  other && other !== first ? `${first} / ${other}` : first;

import type { AmountStyle } from '@lobby/shared/kit/amount-words.ts';
import type { PaperColumn } from '@lobby/shared/modules/report-template.ts';

/** What a service used, month by month; the last is the month of the paper. */
export interface Chart {
  name: string;
  unit: string;
  bars: readonly { label: string; value: number; said: string }[];
}

/** What a paper calls its facts and sums. */
export type FactKey =
  | ('to' | 'unit' | 'area' | 'people' | 'reason' | 'method' | 'due' | 'amount' | 'owed')
  | ('amenity' | 'time' | 'quantity' | 'deposit')
  | ('payer' | 'payee' | 'address' | 'files' | 'fund' | 'reference' | 'cancelReason')
  | ('new' | 'interest' | 'carried' | 'paidBefore' | 'paidSince' | 'loweredAfter' | 'paidAfter' | 'left' | 'settled');
/** Columns of tables that no template chooses. */
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

/** A row of a table, and how it came about. */
export interface PaperRow {
  cells: PaperCells;
  below?: readonly PaperCells[];
}
export interface PaperTable {
  /** Of the words of `report-template.print.tables`; null: it has no title. */
  title: 'new' | 'interest' | 'debts' | 'paidFor' | 'spentFor' | 'ways' | null;
  params?: Record<string, unknown>;
  /** At the right of its title: what it is counted in, and as of when. */
  beside?: string;
  /** Those of the template where none are said. */
  columns?: readonly ColumnName[];
  rows: readonly PaperRow[];
  total?: PaperCells;
  /** The column of what a row comes to; else the last. */
  strong?: ColumnName;
  notes?: readonly string[];
}

/** What stands on a paper whatever it looks like; figures are written as they are read. */
export interface PaperContent {
  code: string;
  /** 25/11/2026. */
  day: string;
  /** Which one it is of those that have the same code. */
  edition?: string;
  /** At the right of the head in place of code and day: the form of the law, the accounts. */
  form?: readonly string[];
  /** The usual title's month or period. */
  period?: string;
  /** Whom it is for; what is known of them stands smaller beneath. */
  to?: readonly string[];
  /** The one amount that it is about, and by when. */
  box?: { key: FactKey; amount: string; below: string | null } | null;
  facts: readonly (readonly [key: FactKey, value: string])[];
  tables: readonly PaperTable[];
  sums: readonly (readonly [key: FactKey, value: string])[];
  /** What has happened to it since, beneath the sums; the last is what holds now. */
  since?: readonly (readonly [key: FactKey, value: string])[];
  /** What `facts` are said with: the month, the moment. */
  params?: Record<string, unknown>;
  /** What is written out in words. */
  amount: number | null;
  /** Who gets the money writes that it is all there. */
  received?: boolean;
  /** How things stand, in a frame of its own; with the code of the original, and what it is for. */
  standing?: { said: string; more: string; original?: { code: string; hint: string } } | null;
  bank: { name: string; branch?: string | null; number: string; holder: string; content: string } | null;
  qr: string | null;
  /** What is left to be transferred, as it is read. */
  asked?: string;
  /** Where what is asked for is divided among accounts: how each part is paid, in place of the one above. */
  transfers?: readonly Pick<PaperContent, 'bank' | 'qr' | 'asked'>[];
  charts?: readonly Chart[];
  /** What is said beneath, by words of `report-template.print`: in both languages of the paper, and in Vietnamese. */
  clauses?: readonly (readonly [key: string, params: Record<string, unknown>])[];
  /** A code of the record itself, read by who gets the paper. */
  mark?: string;
  cancelled?: boolean;
  /** Not published yet. */
  draft?: boolean;
  /** How the building writes amounts out. */
  style?: AmountStyle | undefined;
  /** Who signs where the template names nobody, by role. */
  signers?: Readonly<Record<string, string | null>>;
  /** At the foot where the template says nothing. */
  foot?: string;
}

/** Words of a paper in its language, and in the second where it has one. */
export type Say = (key: string, params?: Record<string, unknown>) => readonly [string, string];
/** Both languages on one line, for labels. */
export const both = ([one, other]: readonly [string, string]) => (other && other !== one ? `${one} / ${other}` : one);

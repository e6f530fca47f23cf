import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { Ctx } from '../base/context.ts';
import type { Session } from '../database/database.ts';
import type { Change } from '../store/save.ts';
import type { Stored } from '../store/schema.ts';

type Values = Record<string, unknown>;

/** A spreadsheet row that becomes a record: its values and its errors by field. */
export interface ImportRow {
  /** Row number in the spreadsheet, from 1. */
  row: number;
  values: Values;
  errors: FieldErrors;
  /** The existing record; `values` are then its changes. */
  doc?: Stored;
  /** Fields whose cells say to clear the value. */
  emptied?: string[];
  /** Personal values in the masked form of our own export. */
  masked?: Record<string, string>;
  /** Dates given as a year only, by field. */
  years?: Record<string, number>;
  /** Cell texts that match no allowed record, by field. */
  unnamed?: Record<string, string>;
  /** State of the record as stated by the row. */
  states?: Record<string, unknown>;
  /** The part of `states` that a new record takes over. */
  begins?: Values;
  /** Another home (unit) of the record's person, and what the row says about it. */
  home?: Values;
  /** An earlier row about the same person, to whom this row adds a home. */
  of?: ImportRow;
}

/**
 * The request: the values given (none for a removal or restore) and the stored record. `import` is one new row of
 * `rows`, the new ones of its `file`; an `update` from a row has a `file` too.
 */
export type Request =
  | { kind: 'create'; values: Values; doc: null }
  | { kind: 'import'; values: Values; doc: null; rows: readonly ImportRow[]; file: readonly ImportRow[] }
  | { kind: 'update' | 'remove' | 'restore'; values: Values; doc: Stored; file?: readonly ImportRow[] };

/** The outcome: the record after it (null once removed) and before it (null if new). An import row that edits is an `update`. */
export type Done =
  | { kind: 'create'; doc: Stored; before: null }
  | {
      kind: 'import';
      doc: Stored;
      before: null;
      rows: readonly ImportRow[];
      file: readonly ImportRow[];
      homes: Values[];
    }
  | { kind: 'update'; doc: Stored; before: Stored; file?: readonly ImportRow[]; homes?: Values[] }
  | { kind: 'restore'; doc: Stored; before: Stored }
  | { kind: 'remove'; doc: null; before: Stored };

/**
 * Columns beside those of the list: fields of the detail, and lines. Each kind of line gets its own sheet, with the fields
 * that identify the record in front.
 */
export interface Exports {
  fields?: readonly string[];
  lines?: Readonly<Record<string, readonly string[]>>;
  /** Computed parts of these lines: no form has them, the file does. */
  computed?: Readonly<Record<string, readonly string[]>>;
}

/** Hooks into all writes of a module's records. Acts have their own rules. */
export interface Behaviour {
  /** Columns of an export beside those of the list. */
  exports?: Exports;
  /** Refuses a write, or returns the completed values to store. */
  check?: (ctx: Ctx, request: Request) => Promise<Values>;
  /** Refuses or completes another home from an import row; null if the record (null while it is new) has it already. */
  home?: (ctx: Ctx, home: Values, doc: Stored | null, file: readonly ImportRow[]) => Promise<Values | null>;
  /** Changes of other records in the same transaction. */
  changes?: (ctx: Ctx, done: Done) => Promise<Change[]>;
  /** Numbers a new record, as the first statement of its transaction. */
  number?: (ctx: Ctx, session: Session, doc: Stored) => Promise<void>;
  /** Completes a new record within its transaction before it is stored, e.g. to decide on concurrent claims. */
  first?: (ctx: Ctx, session: Session, doc: Stored) => Promise<void>;
  /** Further statements of the transaction after its changes. A refusal rolls it back. */
  inTransaction?: (ctx: Ctx, session: Session, done: Done) => Promise<void>;
  /** Neither `changes` nor `inTransaction` refuses new records, so an import need not rehearse them for thousands of rows. */
  ofEditedAlone?: true;
}

/** Caches a read for all rows of an import. A retry of the import reads again. */
export function oncePerImport<T>(read: (ctx: Ctx, rows: readonly ImportRow[]) => Promise<T>) {
  const reads = new WeakMap<readonly ImportRow[], Promise<T>>();
  return (ctx: Ctx, rows: readonly ImportRow[]): Promise<T> => {
    const result = reads.get(rows) ?? read(ctx, rows);
    reads.set(rows, result);
    return result;
  };
}

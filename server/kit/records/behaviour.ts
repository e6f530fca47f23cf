import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { Ctx } from '../base/context.ts';
import type { Session } from '../database/database.ts';
import type { Change } from '../store/save.ts';
import type { Stored } from '../store/schema.ts';

type Values = Record<string, unknown>;

/** A row of a spreadsheet that is to become a record: its values, and what is wrong with it by field. */
export interface ImportRow {
  /** As the spreadsheet counts, from 1. */
  row: number;
  values: Values;
  errors: FieldErrors;
  /** The record that the row is about; `values` are then what it changes. */
  doc?: Stored;
  /** Fields whose cells say that there is to be nothing. */
  emptied?: string[];
  /** Personal cells as our own export masks them. */
  masked?: Record<string, string>;
  /** Days of which the year alone was written, by the field of the day. */
  years?: Record<string, number>;
  /** Words of cells that name no record which may be pointed at, by their field. */
  unnamed?: Record<string, string>;
  /** Where the row says that its record stands. */
  states?: Record<string, unknown>;
  /** What of that a new record takes from the row. */
  begins?: Values;
  /** A further home of the record that the row is about, and what is told of it there. */
  home?: Values;
  /** The row that tells of the same person before it: this one adds a home to them. */
  of?: ImportRow;
}

/**
 * What is asked for: the values given (none for a removal or a restore) and the record as it is stored. `import` is one new row among `rows`, the
 * new ones of its `file`; an `update` that comes of a row has one too.
 */
export type Request =
  | { kind: 'create'; values: Values; doc: null }
  | { kind: 'import'; values: Values; doc: null; rows: readonly ImportRow[]; file: readonly ImportRow[] }
  | { kind: 'update' | 'remove' | 'restore'; values: Values; doc: Stored; file?: readonly ImportRow[] };

/** What is done: the record after it (null once removed) and before it (null while new). A row of an import that edits is an `update`. */
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

/** Beside the columns of a list: fields of the detail, and lines, each kind on a sheet of its own behind the fields by which their record is known. */
export interface Exports {
  fields?: readonly string[];
  lines?: Readonly<Record<string, readonly string[]>>;
}

/** What is special about the records of a module, whatever is done to them; an act has its rule. */
export interface Behaviour {
  /** What a file of its records tells beside the columns of their list. */
  exports?: Exports;
  /** Refuses what must not be done; answers the values to store, completed. */
  check?: (ctx: Ctx, request: Request) => Promise<Values>;
  /** Refuses a further home that a row of an import tells of, or completes it; null where the record (null while it is new) has it so already. */
  home?: (ctx: Ctx, home: Values, doc: Stored | null, file: readonly ImportRow[]) => Promise<Values | null>;
  /** Changes of other records that belong into the same transaction. */
  changes?: (ctx: Ctx, done: Done) => Promise<Change[]>;
  /** Gives a new record its number, as the first statement of its transaction. */
  number?: (ctx: Ctx, session: Session, doc: Stored) => Promise<void>;
  /** Completes a new record within its transaction, before it is stored: whose turn it is to get it. */
  first?: (ctx: Ctx, session: Session, doc: Stored) => Promise<void>;
  /** Further statements of the transaction itself, after its changes; a refusal undoes all of it. */
  inTransaction?: (ctx: Ctx, session: Session, done: Done) => Promise<void>;
  /** Neither `changes` nor `inTransaction` refuses anything of a new record: an import need not rehearse them of thousands. */
  ofEditedAlone?: true;
}

/** Reads once for all rows of an import what each of them needs; a later try of the import reads again. */
export function oncePerImport<T>(read: (ctx: Ctx, rows: readonly ImportRow[]) => Promise<T>) {
  const known = new WeakMap<readonly ImportRow[], Promise<T>>();
  return (ctx: Ctx, rows: readonly ImportRow[]): Promise<T> => {
    const found = known.get(rows) ?? read(ctx, rows);
    known.set(rows, found);
    return found;
  };
}

import type { Definition, DocOf } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Fields } from '@lobby/shared/kit/fields.ts';
import { hash32 } from './random.ts';

/**
 * Adds server-side values to a document: search keys, sealed personal values, folded unique values. `names` holds the
 * titles of referenced records, by field.
 */
export type Prepare = (
  definition: Definition,
  doc: Record<string, unknown>,
  names: Readonly<Record<string, string>>,
) => Record<string, unknown>;

/** Documents of one collection, ready to be inserted. */
export interface Batch {
  collection: string;
  docs: object[];
}

type Base = {
  _id: string;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  deletedAt: null;
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };
/** A record of a definition as stored, before `Prepare`. */
export type Made<D extends { fields: Fields }> = Writable<Omit<DocOf<D>, 'id'>> & Base;

export type Row = readonly [collection: string, doc: object];

/** The nth id of a kind in a project: 24 hex digits, deterministic and ascending, so that index inserts append. */
export function demoId(kind: string, project: string, n: number): string {
  return idsOf(kind, project)(n);
}

const hex = (n: number) => n.toString(16).padStart(8, '0');

/** Returns the ids of one kind in a project by number; hashes the names once. */
export function idsOf(kind: string, project: string): (n: number) => string {
  // Below any ObjectId of the present, so that later records sort after the demo.
  const head = hex(hash32(kind) >>> 2) + hex(hash32(project));
  return n => head + hex(n);
}

/** Base fields of every stored document. */
export function baseOf(_id: string, at: Date): Base {
  return { _id, version: 1, createdAt: at, updatedAt: at, deletedAt: null };
}

/** Builds a record from some values; all other fields hold their empty values. */
export function recordOf<D extends { fields: Fields; initial?: string }>(
  definition: D,
  projectId: string,
  _id: string,
  at: Date,
  values: Partial<Writable<Omit<DocOf<D>, 'id'>>>,
): Made<D> {
  const empty = Object.fromEntries(Object.entries(definition.fields).map(([name, field]) => [name, emptyValue(field)]));
  const begun = definition.initial === undefined ? {} : { status: definition.initial };
  return { ...empty, ...begun, ...baseOf(_id, at), projectId, ...values } as unknown as Made<D>;
}

/** Sequential codes of one kind, numbered within the month of each record: `KH-2611-00001`. */
export function codesOf(prefix: string): (at: Date) => string {
  const last = new Map<string, number>();
  return at => {
    const month = at.toISOString().slice(2, 7).replace('-', '');
    const number = (last.get(month) ?? 0) + 1;
    last.set(month, number);
    return `${prefix}-${month}-${String(number).padStart(5, '0')}`;
  };
}

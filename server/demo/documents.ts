import type { Definition, DocOf } from '@lobby/shared/kit/definition.ts';
import { emptyValue, type Fields } from '@lobby/shared/kit/fields.ts';
import { hash32 } from './random.ts';

/** Adds what only the server knows to make: search keys, sealed personal values, folded unique values. `names` are the titles behind the document's refs, by field. */
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
/** A record of a definition as it is stored, before it is prepared. */
export type Made<D extends { fields: Fields }> = Writable<Omit<DocOf<D>, 'id'>> & Base;

/** One document on its way to its collection. */
export type Row = readonly [collection: string, doc: object];

/** The nth id of a kind in a project: 24 hex digits, the same everywhere, and growing, as an index likes it. */
export function demoId(kind: string, project: string, n: number): string {
  return idsOf(kind, project)(n);
}

const hex = (n: number) => n.toString(16).padStart(8, '0');

/** The ids of one kind in a project, by number; the names are hashed once. */
export function idsOf(kind: string, project: string): (n: number) => string {
  // Below any id that is made from the present time: what is made later sorts after the demo.
  const head = hex(hash32(kind) >>> 2) + hex(hash32(project));
  return n => head + hex(n);
}

/** The columns that every stored document has. */
export function baseOf(_id: string, at: Date): Base {
  return { _id, version: 1, createdAt: at, updatedAt: at, deletedAt: null };
}

/** A record of which only these values are told; the others hold what a field holds when nothing was given. */
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

/** The running codes of one kind, by the month of each record: `KH-2611-00001`. */
export function codesOf(prefix: string): (at: Date) => string {
  const last = new Map<string, number>();
  return at => {
    const month = at.toISOString().slice(2, 7).replace('-', '');
    const number = (last.get(month) ?? 0) + 1;
    last.set(month, number);
    return `${prefix}-${month}-${String(number).padStart(5, '0')}`;
  };
}

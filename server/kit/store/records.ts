import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ValuesOf } from '@lobby/shared/kit/fields.ts';
import type { PipelineStage } from 'mongoose';
import type { Session } from '../database/database.ts';
import { modelOf, type Stored } from './schema.ts';

// Type aliases, not interfaces: only aliases are assignable to `Stored` with its index signature.
/** Columns of every stored record beside its own fields. */
type Columns = Pick<
  Stored,
  | '_id'
  | 'projectId'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'shownAt'
  | 'deletedAt'
  | 'keys'
  | 'uniq'
  | 'sorted'
  | 'blind'
>;
type StatusOf<D> = D extends { statuses: infer S } ? { status: keyof S & string } : unknown;

/** A stored record with the fields of its definition and no others: instants are Dates, files are ids. */
export type Doc<D extends Pick<Definition, 'fields'>> = {
  -readonly [K in keyof (Columns & StatusOf<D> & ValuesOf<D['fields']>)]: (Columns &
    StatusOf<D> &
    ValuesOf<D['fields']>)[K];
};

/** A record of a definition; any record if the definition is known only at run time. */
export type Loaded<D extends Pick<Definition, 'fields'>> = D extends unknown
  ? string extends keyof D['fields']
    ? Stored
    : Doc<D>
  : never;

/** A record of a definition known only at run time. */
export type AnyDoc = Loaded<Definition>;

/** The value of a field whose name is known only at run time. */
export const fieldOf = (doc: object, name: string): unknown => (doc as Readonly<Record<string, unknown>>)[name];

type Item<T> = T extends readonly (infer E)[] ? E : T;
interface Operators<T> {
  $eq?: Item<T> | null;
  $ne?: Item<T> | null;
  $in?: readonly (Item<T> | null)[];
  $nin?: readonly (Item<T> | null)[];
  $gt?: Item<T>;
  $gte?: Item<T>;
  $lt?: Item<T>;
  $lte?: Item<T>;
  $exists?: boolean;
  $type?: string;
  $size?: number;
  $all?: readonly Item<T>[];
  $elemMatch?: object;
  $not?: object;
}

/**
 * A query on the fields of a definition: unknown names do not compile; paths into a field (`lines.unitId`) are not checked.
 * Nothing is checked for a definition known only at run time.
 */
export type Where<D extends Pick<Definition, 'fields'>> = string extends keyof D['fields']
  ? Readonly<Record<string, unknown>>
  : {
      [K in keyof Doc<D>]?: Item<Doc<D>[K]> | Doc<D>[K] | null | RegExp | Operators<Doc<D>[K]>;
    } & {
      $or?: readonly Where<D>[];
      $and?: readonly Where<D>[];
      $nor?: readonly Where<D>[];
      $expr?: object;
    } & { [path: `${string}.${string}`]: unknown };

/** A context, or just the project. */
type Of = Readonly<{ projectId: string }>;

interface FindOptions<D extends Pick<Definition, 'fields'>, K extends keyof Loaded<D>> {
  /** Loads only these fields and the id. */
  only?: readonly K[];
  /** By fields, or by stored sort keys (`sorted.name`). */
  sort?: { [N in keyof Loaded<D>]?: 1 | -1 } & { [path: `${string}.${string}`]: 1 | -1 };
  skip?: number;
  limit?: number;
  /** Walks this index; without it the database tries each candidate, which on a busy machine takes seconds. */
  hint?: Readonly<Record<string, 1 | -1>>;
  /** Time limit of the database in ms; defaults to 5,000, for `each` to 60,000. */
  patience?: number;
}

/** The requested fields of a record; everything, if the definition is known only at run time. */
type Part<D extends Pick<Definition, 'fields'>, K extends keyof Loaded<D>> = string extends keyof D['fields']
  ? Loaded<D>
  : Pick<Loaded<D>, K | '_id'>;

/** Element type of `distinct`. */
type Element<T> = NonNullable<T> extends readonly (infer E)[] ? E : NonNullable<T>;

/** Reads stored records of a definition. Adds the project, the exclusion of removed records and a time limit. */
export interface Records<D extends Pick<Definition, 'fields'>> {
  find<K extends keyof Loaded<D> = keyof Loaded<D>>(
    of: Of,
    where?: Where<D>,
    options?: FindOptions<D, K>,
  ): Promise<Part<D, K>[]>;
  /** The first match, or null. */
  first<K extends keyof Loaded<D> = keyof Loaded<D>>(
    of: Of,
    where?: Where<D>,
    options?: FindOptions<D, K>,
  ): Promise<Part<D, K> | null>;
  /** The record with this id, or null. An id that is no string matches none. */
  get(of: Of, id: unknown): Promise<Loaded<D> | null>;
  exists(of: Of, where?: Where<D>): Promise<boolean>;
  count(of: Of, where?: Where<D>): Promise<number>;
  /** Distinct values of a field in the matches; for a list its elements. */
  distinct<K extends keyof Loaded<D>>(of: Of, field: K, where?: Where<D>): Promise<Element<Loaded<D>[K]>[]>;
  /** Streams all matches. */
  each<K extends keyof Loaded<D> = keyof Loaded<D>>(
    of: Of,
    where?: Where<D>,
    options?: FindOptions<D, K>,
  ): AsyncIterable<Part<D, K>>;
  /** Aggregates over the matches. */
  aggregate<T>(of: Of, where: Where<D>, stages: readonly Stage[], patience?: number): Promise<T[]>;
  /** Includes removed records. */
  withRemoved(): Records<D>;
  /** Reads within a transaction. */
  in(session: Session | null | undefined): Records<D>;
}
type Stage = Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>;

const PATIENCE_MS = 5000;
/** Time limit of streams over all records. */
const LONG_PATIENCE_MS = 60_000;

export function records<const D extends Definition>(definition: D): Records<D> {
  return reading<D>(definition, {});
}

interface Reading {
  removed?: boolean;
  session?: Session;
}

function reading<D extends Definition>(definition: Definition, how: Reading): Records<D> {
  const scope = ({ projectId }: Of, where: object = {}) =>
    how.removed ? { ...where, projectId } : { ...where, projectId, deletedAt: null };
  const session = how.session ? { session: how.session } : {};
  const query = (of: Of, where: Where<D> | undefined, options: FindOptions<D, keyof Loaded<D>> = {}) => {
    const { only, sort, skip, limit, hint, patience = PATIENCE_MS } = options;
    // The id is named, because an empty projection loads everything.
    const fields = only && Object.fromEntries(['_id', ...only].map(name => [String(name), 1]));
    const found = modelOf(definition)
      .find(scope(of, where), fields ?? null, session)
      .maxTimeMS(patience)
      .lean();
    if (sort) found.sort(sort as Record<string, 1 | -1>);
    if (skip) found.skip(skip);
    if (limit) found.limit(limit);
    if (hint) found.hint({ ...hint });
    return found;
  };
  // Safe cast: the definition validated stored values when they were written.
  const typed = <T>(found: unknown) => found as T;
  return {
    find: async (of, where, options) => typed(await query(of, where, options as FindOptions<D, keyof Loaded<D>>)),
    first: async (of, where, options) =>
      typed((await query(of, where, { ...options, limit: 1 } as FindOptions<D, keyof Loaded<D>>))[0] ?? null),
    get: async (of, id) =>
      typed(typeof id === 'string' ? ((await query(of, { _id: id } as Where<D>, { limit: 1 }))[0] ?? null) : null),
    exists: async (of, where) =>
      (await modelOf(definition).findOne(scope(of, where), { _id: 1 }, session).maxTimeMS(PATIENCE_MS).lean()) !== null,
    count: (of, where) => modelOf(definition).countDocuments(scope(of, where), session).maxTimeMS(PATIENCE_MS),
    distinct: async (of, field, where) => {
      const found = modelOf(definition).distinct(String(field), scope(of, where));
      if (how.session) found.session(how.session);
      return typed((await found.maxTimeMS(PATIENCE_MS)).filter(value => value !== null));
    },
    each: (of, where, options) =>
      typed(query(of, where, { patience: LONG_PATIENCE_MS, ...options } as FindOptions<D, keyof Loaded<D>>).cursor()),
    async aggregate(of, where, stages, patience = PATIENCE_MS) {
      const found = modelOf(definition).aggregate([{ $match: scope(of, where) }, ...stages]);
      if (how.session) found.session(how.session);
      return found.option({ maxTimeMS: patience });
    },
    withRemoved: () => reading(definition, { ...how, removed: true }),
    in: chosen => reading(definition, chosen ? { ...how, session: chosen } : how),
  };
}

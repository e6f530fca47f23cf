import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ValuesOf } from '@lobby/shared/kit/fields.ts';
import type { PipelineStage } from 'mongoose';
import type { Session } from '../database/database.ts';
import { modelOf, type Stored } from './schema.ts';

// Type aliases, not interfaces: only those may be given where `Stored`, with its index signature, is asked for.
/** The columns that every stored record has beside its own fields. */
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

/** A record as it is stored, with the fields of its definition and no others: instants are dates, files are ids. */
export type Doc<D extends Pick<Definition, 'fields'>> = {
  -readonly [K in keyof (Columns & StatusOf<D> & ValuesOf<D['fields']>)]: (Columns &
    StatusOf<D> &
    ValuesOf<D['fields']>)[K];
};

/** A record of a definition; of one that is known only at run time, a record of any. */
export type Loaded<D extends Pick<Definition, 'fields'>> = D extends unknown
  ? string extends keyof D['fields']
    ? Stored
    : Doc<D>
  : never;

/** A record of a definition that is known only at run time. */
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

/** A query over the fields of a definition: a name that it does not have does not compile, a path into a field (`lines.unitId`) is not checked. Of a definition that is known only at run time nothing is. */
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

/** Whose records: a context, or the project alone. */
type Of = Readonly<{ projectId: string }>;

interface FindOptions<D extends Pick<Definition, 'fields'>, K extends keyof Loaded<D>> {
  /** Only these fields, and the id. */
  only?: readonly K[];
  /** By fields, or by what is stored beside them (`sorted.name`). */
  sort?: { [N in keyof Loaded<D>]?: 1 | -1 } & { [path: `${string}.${string}`]: 1 | -1 };
  skip?: number;
  limit?: number;
  /** How long the database may take, ms; default 5,000, of `each` 60,000. */
  patience?: number;
}

/** The fields of a record that were asked for; of a definition known only at run time, whatever is there. */
type Part<D extends Pick<Definition, 'fields'>, K extends keyof Loaded<D>> = string extends keyof D['fields']
  ? Loaded<D>
  : Pick<Loaded<D>, K | '_id'>;

/** What `distinct` gives of a field. */
type Element<T> = NonNullable<T> extends readonly (infer E)[] ? E : NonNullable<T>;

/** The stored records of a definition. The project, what was removed and a time limit are seen to here. */
export interface Records<D extends Pick<Definition, 'fields'>> {
  find<K extends keyof Loaded<D> = keyof Loaded<D>>(
    of: Of,
    where?: Where<D>,
    options?: FindOptions<D, K>,
  ): Promise<Part<D, K>[]>;
  /** The first that is found, or null. */
  first<K extends keyof Loaded<D> = keyof Loaded<D>>(
    of: Of,
    where?: Where<D>,
    options?: FindOptions<D, K>,
  ): Promise<Part<D, K> | null>;
  /** The one of this id, or null; what is no text is the id of none. */
  get(of: Of, id: unknown): Promise<Loaded<D> | null>;
  exists(of: Of, where?: Where<D>): Promise<boolean>;
  count(of: Of, where?: Where<D>): Promise<number>;
  /** The values that a field has in those that are found, each once; of a list, its elements. */
  distinct<K extends keyof Loaded<D>>(of: Of, field: K, where?: Where<D>): Promise<Element<Loaded<D>[K]>[]>;
  /** One after another, however many there are. */
  each<K extends keyof Loaded<D> = keyof Loaded<D>>(
    of: Of,
    where?: Where<D>,
    options?: FindOptions<D, K>,
  ): AsyncIterable<Part<D, K>>;
  /** Figures over those that are found. */
  aggregate<T>(of: Of, where: Where<D>, stages: readonly Stage[], patience?: number): Promise<T[]>;
  /** Those that were removed too. */
  withRemoved(): Records<D>;
  /** As a transaction sees them. */
  in(session: Session | null | undefined): Records<D>;
}
type Stage = Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>;

const PATIENCE_MS = 5000;
/** Of a reading that goes over all there is. */
const LONG_PATIENCE_MS = 60_000;

/** The stored records of a definition. */
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
    const { only, sort, skip, limit, patience = PATIENCE_MS } = options;
    const fields = only && Object.fromEntries(only.map(name => [String(name), 1]));
    const found = modelOf(definition)
      .find(scope(of, where), fields ?? null, session)
      .maxTimeMS(patience)
      .lean();
    if (sort) found.sort(sort as Record<string, 1 | -1>);
    if (skip) found.skip(skip);
    if (limit) found.limit(limit);
    return found;
  };
  // What the database holds was checked by the definition when it was written.
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
    in: own => reading(definition, own ? { ...how, session: own } : how),
  };
}

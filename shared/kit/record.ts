import type { Fields, ValuesOf } from './fields.ts';

/** Columns of every record beside its own fields. */
export type RecordBase<Instant> = {
  id: string;
  projectId: string;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
};

type StatusOf<D> = D extends { statuses: infer S } ? { status: keyof S & string } : unknown;

/** A record on the server (instants are Dates). */
export type DocOf<D extends { fields: Fields }> = RecordBase<Date> & StatusOf<D> & ValuesOf<D['fields']>;
/** A record in answers (instants are ISO text). List rows lack fields marked `detailOnly`. */
export type RowOf<D extends { fields: Fields }> = RecordBase<string> & StatusOf<D> & ValuesOf<D['fields'], 'wire'>;

/** Fields that a list row lacks. */
type Unlisted = { detailOnly: true } | { kept: true };

/** A record as a row of its list. */
export type ListedOf<D extends { fields: Fields }> = {
  [N in keyof RowOf<D> as N extends keyof D['fields'] ? (D['fields'][N] extends Unlisted ? never : N) : N]: RowOf<D>[N];
};

/** Fields by which a select groups, colours or filters. */
type Narrowing<FS extends Fields> = {
  [N in keyof FS as FS[N] extends { personal: true }
    ? never
    : FS[N] extends { kind: 'choice' | 'flag' | 'ref' | 'refs' }
      ? N
      : Extract<N, 'shortName'>]: FS[N];
};

/** A record as an option of a select. */
export type OptionOf<D extends { fields: Fields }> = { id: string; name: string; code: string | null } & ValuesOf<
  Narrowing<D['fields']>,
  'wire'
>;

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

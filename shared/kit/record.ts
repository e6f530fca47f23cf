import type { Fields, ValuesOf } from './fields.ts';

/** What every record has beside its own fields. */
export interface RecordBase<Instant> {
  id: string;
  projectId: string;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

type StatusOf<D> = D extends { statuses: infer S } ? { status: keyof S & string } : unknown;

/** A record of a module as the server holds it (instants are Dates). */
export type DocOf<D extends { fields: Fields }> = RecordBase<Date> & StatusOf<D> & ValuesOf<D['fields']>;
/** A record of a module as it travels (instants are ISO text); a list row lacks the fields marked `detailOnly`. */
export type RowOf<D extends { fields: Fields }> = RecordBase<string> & StatusOf<D> & ValuesOf<D['fields'], 'wire'>;

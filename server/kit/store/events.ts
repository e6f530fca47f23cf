import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MongoServerError, Timestamp } from 'mongodb';
import type { Actor } from '../base/context.ts';
import { type Collection, db, type Ending, endEarly, gather, newId, type Session } from '../database/database.ts';
import type { Stored } from './schema.ts';

/** One row per change: the activity entry and the live event at once (architecture.md, One write). */
export interface EventRow {
  _id: string;
  /** mongod's own clock, filled on insert. */
  ts: Timestamp;
  at: Date;
  projectId: string;
  module: string;
  entity: string;
  entityId: string | null;
  action: string;
  actor: Actor;
  /** Changed fields only, as stored: personal values stay sealed. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
  /** The list row after the change, as stored. */
  row: Record<string, unknown> | null;
  /** Rides along: the message of a conversation. */
  extra?: Record<string, unknown>;
  /** Work in bulk: its rows are marked with the run and kept out of the feed, which gets one row for all. */
  run?: string;
  quiet?: boolean;
  /** Units whose residents such a row concerns: they have no other word of it. */
  units?: string[];
}

/** The history in the order of time, with the module in the index: what is not asked for is passed over without being read. */
export const BY_TIME = { projectId: 1, at: -1, _id: -1, module: 1 } as const;
export const BY_PERSON = { projectId: 1, 'actor.id': 1, at: -1, _id: -1, module: 1 } as const;

export const eventCollection: Collection = {
  name: 'events',
  indexes: [
    { key: { projectId: 1, entityId: 1, ts: -1 } },
    { key: { projectId: 1, module: 1, ts: -1 } },
    { key: BY_TIME },
    { key: BY_PERSON },
  ],
};

/** The events collection; rows are written with the driver, since mongoose has no Timestamp. */
export const events = () => db().collection<EventRow>(eventCollection.name);

export type NewEvent = Omit<EventRow, '_id' | 'ts'>;

/** What each running transaction has written so far, whoever wrote it; work in bulk is told by its one row. */
const written = new WeakMap<Session, EventRow[]>();

/** More rows than this do not wait for the end of their transaction: a command must stay far below 48 MB. */
const MOST_WAITING = 200;

/** Forgets what an earlier try of the transaction wrote. */
export const beginWritten = (session: Session): void => void written.set(session, []);
/** The event rows that the transaction wrote: its commit tells of all of them. */
export const writtenIn = (session: Session): readonly EventRow[] => written.get(session) ?? [];

/** Writes event rows within a transaction: they stand in the history from its end. */
export async function writeEvents(rows: NewEvent[], session: Session): Promise<EventRow[]> {
  const made = rows.map(row => ({ _id: newId(), ts: new Timestamp(0n), ...row }));
  if (made.length === 0) return made;
  written.get(session)?.push(...made.filter(({ quiet }) => !quiet));
  if (gather(session, history, made) > MOST_WAITING) await flushEvents(session);
  return made;
}

/** Puts what a transaction has written so far into the history: for those who change it there in the same one. */
export const flushEvents = (session: Session): Promise<void> => endEarly(session, history);

const history: Ending<EventRow> = {
  isLast: true,
  async run(documents, session) {
    // The plain command: insertMany wraps its errors, and a lost connection in it is then neither retried nor known as one.
    const { writeErrors = [] } = await db().command(
      { insert: eventCollection.name, documents, ordered: true },
      { session, ignoreUndefined: true },
    );
    if (writeErrors.length > 0) throw new MongoServerError(writeErrors[0]);
  },
};

const HIDDEN = new Set([
  '_id',
  'projectId',
  'keys',
  'uniq',
  'sorted',
  'blind',
  'version',
  'createdAt',
  'updatedAt',
  'shownAt',
  'deletedAt',
]);

/** The list row of a document as stored: what every event carries. */
export function rowOf(definition: Definition, doc: Stored): Record<string, unknown> {
  const row: Record<string, unknown> = {
    _id: doc._id,
    version: doc.version,
    createdAt: doc.createdAt,
    updatedAt: doc.updatedAt,
  };
  if (doc.shownAt) row.shownAt = doc.shownAt;
  if (definition.statuses) row.status = doc.status;
  for (const [name, field] of Object.entries(definition.fields)) if (!field.detailOnly) row[name] = doc[name];
  return row;
}

/** The named values of a document, without the columns that people never see. */
export function visible(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !name.includes('.') && !HIDDEN.has(name) && value !== undefined),
  );
}

/** The times of a record that is changed: what staff alone read moves no time that residents read. */
export function timesOf(
  { fields, resident }: Definition,
  { updatedAt, shownAt }: Stored,
  changed: readonly string[],
  now: Date,
): { updatedAt: Date; shownAt?: Date | null } {
  const named = changed.filter(name => name === 'deletedAt' || (!name.includes('.') && !HIDDEN.has(name)));
  const isInner = resident !== undefined && named.length > 0 && named.every(name => fields[name]?.staffOnly);
  if (isInner) return { updatedAt: now, shownAt: shownAt ?? updatedAt };
  return { updatedAt: now, ...(shownAt && { shownAt: null }) };
}

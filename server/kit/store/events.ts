import type { Definition } from '@lobby/shared/kit/definition.ts';
import { MongoServerError, Timestamp } from 'mongodb';
import type { Actor } from '../base/context.ts';
import { type Collection, db, type Ending, endEarly, gather, newId, type Session } from '../database/database.ts';
import type { Stored } from './schema.ts';

/** One row per change: activity entry and live event at once (architecture.md, One write). */
export interface EventRow {
  _id: string;
  /** The database's cluster time, set on insert. */
  ts: Timestamp;
  at: Date;
  projectId: string;
  module: string;
  entity: string;
  entityId: string | null;
  action: string;
  actor: Actor;
  /** Changed fields only, as stored: personal values stay encrypted. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  version: number;
  /** The list row after the change, as stored. */
  row: Record<string, unknown> | null;
  /** Additional data, such as the message of a conversation. */
  extra?: Record<string, unknown>;
  /** Run of bulk work: its rows are marked and kept out of the feed, which gets one row for all. */
  run?: string;
  quiet?: boolean;
  /** Units whose residents a bulk row concerns, since they get no other event of it. */
  units?: string[];
}

/** History by time. The module is in the index, so that other modules' rows are skipped without being read. */
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

/** The events collection. Rows are written with the driver, since mongoose has no Timestamp. */
export const events = () => db().collection<EventRow>(eventCollection.name);

export type NewEvent = Omit<EventRow, '_id' | 'ts'>;

/** Event rows written so far by each running transaction. Of bulk work only the single row. */
const written = new WeakMap<Session, EventRow[]>();

/** Limit of event rows held until the end of their transaction, so that a command stays far below 48 MB. */
const MOST_WAITING = 200;

/** Resets the rows of an earlier attempt of the transaction. */
export const beginWritten = (session: Session): void => void written.set(session, []);
/** Event rows of the transaction, broadcast after its commit. */
export const writtenIn = (session: Session): readonly EventRow[] => written.get(session) ?? [];

/** Writes event rows within a transaction; they are inserted at its end. */
export async function writeEvents(rows: NewEvent[], session: Session): Promise<EventRow[]> {
  const made = rows.map(row => ({ _id: newId(), ts: new Timestamp(0n), ...row }));
  if (made.length === 0) return made;
  written.get(session)?.push(...made.filter(({ quiet }) => !quiet));
  if (gather(session, history, made) > MOST_WAITING) await flushEvents(session);
  return made;
}

/** Inserts the pending event rows now, for callers that change them within the same transaction. */
export const flushEvents = (session: Session): Promise<void> => endEarly(session, history);

const history: Ending<EventRow> = {
  isLast: true,
  async run(documents, session) {
    // A raw command, because insertMany wraps its errors: a lost connection would be neither retried nor recognized.
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

/** The list row of a document as stored, part of every event. */
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

/** The values without internal columns. */
export function visible(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !name.includes('.') && !HIDDEN.has(name) && value !== undefined),
  );
}

/** Times of a changed record. A change of staff-only fields does not move the time that residents see. */
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

import {
  type ClientSession,
  type CreateIndexesOptions,
  type Db,
  type IndexSpecification,
  MongoBulkWriteError,
  MongoClient,
  MongoError,
  ObjectId,
} from 'mongodb';
import mongoose from 'mongoose';

export type Session = ClientSession;
export interface Index {
  key: IndexSpecification;
  options?: CreateIndexesOptions;
}
export interface Collection {
  name: string;
  indexes: Index[];
  /** Clustered: documents are stored in the order of their ids, so that the order of insertion cannot be read. */
  clustered?: true;
}
/** Options of a clustered collection. */
export const BY_ID = { clusteredIndex: { key: { _id: 1 }, unique: true } } as const;

/**
 * Part of a partial index: documents with a text in a field. `$type` would say the same, but the planner uses such an index
 * only for queries that ask for the type too, and reads the whole project for one that asks for a text.
 */
export const ANY_TEXT = { $gt: '' } as const;

const DURABLE = { w: 'majority', j: true } as const;

let address = '';

/**
 * Connects mongoose and its driver. Every write is acknowledged by a majority. `patience` is the socket timeout in ms; 0
 * means none.
 */
export async function connect(uri: string, patience = 10_000): Promise<void> {
  mongoose.set('strictQuery', 'throw');
  mongoose.set('autoIndex', false);
  mongoose.set('autoCreate', false);
  address = uri;
  await mongoose.connect(uri, {
    maxPoolSize: 60,
    writeConcern: DURABLE,
    readPreference: 'primary',
    serverSelectionTimeoutMS: 4000,
    // A frozen primary closes no connection: these limits drop it within seconds, so that waiting operations go to the next
    // primary.
    connectTimeoutMS: 5000,
    heartbeatFrequencyMS: 3000,
    socketTimeoutMS: patience,
    ignoreUndefined: true,
  });
}

/** Whether the database ended a read, because it took longer than its time limit. */
export const isTooSlow = (error: unknown): boolean => error instanceof MongoError && error.code === 50;

export async function disconnect(): Promise<void> {
  await mongoose.disconnect();
}

/** The driver's database, for bulk work and for collections without a definition. */
export function db(): Db {
  const database = mongoose.connection.db;
  if (!database) throw new Error('the database is not connected');
  return database;
}

export function client(): MongoClient {
  return mongoose.connection.getClient();
}

/** Runs work on whole collections on a connection of its own without a socket timeout. */
export async function unhurried<T>(work: (patient: Db) => Promise<T>): Promise<T> {
  const connection = new MongoClient(address, { writeConcern: DURABLE });
  try {
    return await work(connection.db());
  } finally {
    await connection.close();
  }
}

/** A new id: 24 hex digits, ascending with time. */
export function newId(): string {
  return new ObjectId().toHexString();
}

interface Watch {
  /** Called before each attempt. */
  begun: (session: Session) => void;
  committed: (session: Session) => void;
}
let watch: Watch | null = null;
/** Registers an observer of all transactions of this server, which broadcasts their events after the commit. */
export function watchTransactions(by: Watch): void {
  watch = by;
}

/** A step that runs once before a transaction commits, with all items that its parts gathered. */
export interface Ending<T> {
  run: (gathered: T[], session: Session) => Promise<unknown>;
  /** Runs after all other endings. */
  isLast?: true;
}
/** Items gathered by the current attempt of each transaction. */
const endings = new WeakMap<Session, Map<Ending<never>, unknown[]>>();

/** Adds items for an ending of the transaction. Returns how many there are now. */
export function gather<T>(session: Session, ending: Ending<T>, items: readonly T[]): number {
  const all = endings.get(session);
  if (!all) throw new Error('no transaction runs in this session');
  const list = all.get(ending) ?? [];
  all.set(ending, list);
  return list.push(...items);
}

/** Runs an ending before the end of its transaction. */
export async function endEarly<T>(session: Session, ending: Ending<T>): Promise<void> {
  const all = endings.get(session);
  const gathered = all?.get(ending);
  all?.delete(ending);
  if (gathered) await ending.run(gathered as T[], session);
}

async function endAll(session: Session): Promise<void> {
  const all = endings.get(session) ?? new Map<Ending<never>, unknown[]>();
  // An ending may gather items for others, hence the loop.
  while (all.size > 0) {
    const endings = [...all.keys()];
    const [next] = [...endings.filter(({ isLast }) => !isLast), ...endings];
    if (next) await endEarly(session, next);
  }
}

/** The underlying error: the driver wraps a lost connection in a bulk write error, which hides its retry labels. */
export const unwrapped = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError ? error.errorResponse : error;

/**
 * Runs the statements as one transaction with majority write concern. It is retried on conflicts, so `run` must have no side
 * effects outside of the database.
 */
export async function transaction<T>(run: (session: Session) => Promise<T>): Promise<T> {
  return client().withSession(async session => {
    const attempt = async () => {
      watch?.begun(session);
      endings.set(session, new Map());
      try {
        const result = await run(session);
        await endAll(session);
        return result;
      } catch (error) {
        throw unwrapped(error);
      }
    };
    const done = await session.withTransaction(attempt, {
      readConcern: { level: 'snapshot' },
      writeConcern: DURABLE,
      maxCommitTimeMS: 10_000,
    });
    watch?.committed(session);
    return done;
  });
}

/** Number of collections whose indexes are checked concurrently. */
const AT_ONCE = 16;

const createIndexes = (database: Db, name: string, indexes: readonly Index[]): Promise<string[]> =>
  database
    .collection(name)
    .createIndexes(indexes.map(({ key, options }) => ({ key: key as Record<string, 1 | -1>, ...options })));

/** Drops the indexes of a collection that an earlier version made with other options under the same name. */
async function dropChanged(database: Db, name: string, indexes: readonly Index[]): Promise<void> {
  for (const index of indexes)
    await createIndexes(database, name, [index]).catch(async (error: Error) => {
      if (!('codeName' in error && error.codeName === 'IndexKeySpecsConflict')) throw error;
      await database.collection(name).dropIndex(index.options?.name ?? nameOf(index));
    });
}

/** The name that MongoDB gives an index without one, e.g. `projectId_1_doneAt_-1`. */
const nameOf = ({ key }: Index): string => Object.entries(key).flat().join('_');

/**
 * Creates missing collections and indexes, and makes changed indexes anew, before the first request, because a
 * transaction cannot. Returns true if the database had none of these collections.
 */
export function ensureCollections(collections: readonly Collection[]): Promise<boolean> {
  return unhurried(async patient => {
    const existing = new Set(
      (await patient.listCollections({}, { nameOnly: true }).toArray()).map(collection => collection.name),
    );
    const create = async ({ name, indexes, clustered }: Collection) => {
      if (!existing.has(name))
        await patient.createCollection(name, clustered ? BY_ID : {}).catch((error: Error) => {
          // Another server created it first.
          if (!('codeName' in error && error.codeName === 'NamespaceExists')) throw error;
        });
      if (indexes.length === 0) return;
      await createIndexes(patient, name, indexes).catch(async (error: Error) => {
        if (!('codeName' in error && error.codeName === 'IndexKeySpecsConflict')) throw error;
        await dropChanged(patient, name, indexes);
        await createIndexes(patient, name, indexes);
      });
    };
    for (let at = 0; at < collections.length; at += AT_ONCE)
      await Promise.all(collections.slice(at, at + AT_ONCE).map(create));
    return collections.every(({ name }) => !existing.has(name));
  });
}

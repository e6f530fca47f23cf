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
  /** Its documents lie in the order of their ids: nothing tells in which order they came. */
  clustered?: true;
}
/** How a collection that tells no order is made. */
export const BY_ID = { clusteredIndex: { key: { _id: 1 }, unique: true } } as const;

const DURABLE = { w: 'majority', j: true } as const;

let address = '';

/**
 * Connects mongoose and its driver; every write is durable on a majority before it is answered. An answer that takes longer than `patience`
 * ms (0: as long as it takes) is given up.
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
    // A primary that stands still closes no connection: it is given up within seconds, and what waits for it goes on with the next one.
    connectTimeoutMS: 5000,
    heartbeatFrequencyMS: 3000,
    socketTimeoutMS: patience,
    ignoreUndefined: true,
  });
}

/** Closes the connection. */
export async function disconnect(): Promise<void> {
  await mongoose.disconnect();
}

/** The driver's database, for bulk work and collections without a definition. */
export function db(): Db {
  const database = mongoose.connection.db;
  if (!database) throw new Error('the database is not connected');
  return database;
}

/** The driver's client. */
export function client(): MongoClient {
  return mongoose.connection.getClient();
}

/** Work on whole collections, which takes as long as they are large: on a connection that waits for it. */
export async function unhurried<T>(work: (patient: Db) => Promise<T>): Promise<T> {
  const own = new MongoClient(address, { writeConcern: DURABLE });
  try {
    return await work(own.db());
  } finally {
    await own.close();
  }
}

/** A new id: 24 hex digits that grow with time. */
export function newId(): string {
  return new ObjectId().toHexString();
}

interface Watch {
  /** Before each try. */
  begun: (session: Session) => void;
  committed: (session: Session) => void;
}
let watch: Watch | null = null;
/** Has every transaction of this server looked after: what it wrote is told when it is committed. */
export function watchTransactions(by: Watch): void {
  watch = by;
}

/** What transactions do at their end, before they commit, with all that their parts have gathered for it: in one command. */
export interface Ending<T> {
  run: (gathered: T[], session: Session) => Promise<unknown>;
  /** After whatever others do there. */
  isLast?: true;
}
/** What the running try of each transaction has gathered. */
const endings = new WeakMap<Session, Map<Ending<never>, unknown[]>>();

/** Gathers something for the end of a transaction. Answers how much of it there is now. */
export function gather<T>(session: Session, ending: Ending<T>, items: readonly T[]): number {
  const all = endings.get(session);
  if (!all) throw new Error('no transaction runs in this session');
  const own = all.get(ending) ?? [];
  all.set(ending, own);
  return own.push(...items);
}

/** Does at once what a transaction would have done at its end. */
export async function endEarly<T>(session: Session, ending: Ending<T>): Promise<void> {
  const all = endings.get(session);
  const gathered = all?.get(ending);
  all?.delete(ending);
  if (gathered) await ending.run(gathered as T[], session);
}

async function endAll(session: Session): Promise<void> {
  const all = endings.get(session) ?? new Map<Ending<never>, unknown[]>();
  // What is done here may gather more.
  while (all.size > 0) {
    const endings = [...all.keys()];
    const [next] = [...endings.filter(({ isLast }) => !isLast), ...endings];
    if (next) await endEarly(session, next);
  }
}

/** What went wrong itself: the driver wraps a lost connection in an error of its statement on many, and nothing knows it by then. */
export const unwrapped = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof MongoError ? error.errorResponse : error;

/** Runs the statements as one transaction, durable on a majority; they may run again on a conflict, so no side effects inside. */
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

/** Collections that are looked at together: the database answers many questions that change nothing at once. */
const AT_ONCE = 16;

/**
 * Creates collections and indexes that are missing: before the first request, since a transaction cannot. Answers whether the database was
 * new: it held none of them.
 */
export function ensureCollections(collections: readonly Collection[]): Promise<boolean> {
  return unhurried(async patient => {
    const existing = new Set((await patient.listCollections({}, { nameOnly: true }).toArray()).map(one => one.name));
    const create = async ({ name, indexes, clustered }: Collection) => {
      if (!existing.has(name))
        await patient.createCollection(name, clustered ? BY_ID : {}).catch((error: Error) => {
          // Another server of the same database was quicker.
          if (!('codeName' in error && error.codeName === 'NamespaceExists')) throw error;
        });
      if (indexes.length > 0)
        await patient
          .collection(name)
          .createIndexes(indexes.map(({ key, options }) => ({ key: key as Record<string, 1 | -1>, ...options })));
    };
    for (let at = 0; at < collections.length; at += AT_ONCE)
      await Promise.all(collections.slice(at, at + AT_ONCE).map(create));
    return collections.every(({ name }) => !existing.has(name));
  });
}

import type { ChangeStream, ChangeStreamDocument } from 'mongodb';
import { type Collection, db, newId } from './database.ts';
import { log } from './log.ts';

/** Somebody with a record, as servers tell each other; the id is the socket's and the record's. */
export interface PresenceRow<Entry> {
  _id: string;
  server: string;
  entry: Entry;
  /** When it is over unless renewed; here for the TTL index, which only sweeps. */
  until: Date;
}

export const presenceCollection: Collection = {
  name: 'presence',
  indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }],
};

/** What others' servers tell is handed on here. */
interface Hear<Entry> {
  put: (id: string, entry: Entry) => void;
  drop: (id: string) => void;
}

// Lost when mongod is killed, and renewed within seconds: it need not wait for a disk.
const LIGHT = { writeConcern: { w: 1, j: false } } as const;
const AGAIN_MS = 1000;

/** Shares presence with the other servers of the database: rows of a small collection, tailed. */
export function sharePresence<Entry extends { until: number }>(hear: Hear<Entry>) {
  const server = newId();
  const rows = () => db().collection<PresenceRow<Entry>>(presenceCollection.name);
  let stream: ChangeStream<PresenceRow<Entry>> | null = null;
  let closed = false;

  const take = (row: PresenceRow<Entry>) => {
    if (row.server !== server) hear.put(row._id, row.entry);
  };
  const follow = async () => {
    stream = rows().watch([], { maxAwaitTimeMS: 250 });
    // Opened before the rows are read, so that nothing falls between.
    let change: ChangeStreamDocument<PresenceRow<Entry>> | null = await stream.tryNext();
    for await (const row of rows().find({ until: { $gt: new Date() } })) take(row);
    for (; !closed; change = await stream.next()) {
      if (!change) continue;
      if (change.operationType === 'insert' || change.operationType === 'replace') take(change.fullDocument);
      else if (change.operationType === 'delete') hear.drop(change.documentKey._id);
    }
  };
  const keepFollowing = async () => {
    while (!closed) {
      await follow().catch(error => {
        if (!closed) log.warn({ error: String(error) }, 'presence of other servers was interrupted');
      });
      await stream?.close().catch(() => undefined);
      if (!closed) await new Promise(resolve => setTimeout(resolve, AGAIN_MS).unref());
    }
  };
  void keepFollowing();
  const lightly = (work: Promise<unknown>) =>
    void work.catch(error => log.debug({ error: String(error) }, 'presence was not shared'));

  return {
    put(id: string, entry: Entry): void {
      lightly(
        rows().replaceOne({ _id: id }, { server, entry, until: new Date(entry.until) }, { upsert: true, ...LIGHT }),
      );
    },
    drop: (id: string): void => lightly(rows().deleteOne({ _id: id }, LIGHT)),
    async close(): Promise<void> {
      closed = true;
      await rows()
        .deleteMany({ server }, LIGHT)
        .catch(() => undefined);
      await stream?.close().catch(() => undefined);
    },
  };
}

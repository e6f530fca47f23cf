import type { ChangeStream, ChangeStreamDocument } from 'mongodb';
import { clockNow } from '../../database/clock.ts';
import { type Collection, db, newId } from '../../database/database.ts';
import { log } from '../../ops/log.ts';

/** A presence entry as servers share it; the id consists of the socket and the record. */
export interface PresenceRow<Entry> {
  _id: string;
  server: string;
  entry: Entry;
  /** Expiry unless renewed. A Date for the TTL index, which only cleans up. */
  until: Date;
}

export const presenceCollection: Collection = {
  name: 'presence',
  indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }],
};

/** Receives the entries of other servers. */
interface Hear<Entry> {
  put: (id: string, entry: Entry) => void;
  drop: (id: string) => void;
}

// Presence may be lost when mongod is killed, since it is renewed within seconds: no need to wait for the journal.
const LIGHT = { writeConcern: { w: 1, j: false } } as const;
const AGAIN_MS = 1000;

/** Shares presence among the servers of a database through a small collection and its change stream. */
export function sharePresence<Entry extends { until: number }>(hear: Hear<Entry>) {
  const server = newId();
  const rows = () => db().collection<PresenceRow<Entry>>(presenceCollection.name);
  let stream: ChangeStream<PresenceRow<Entry>> | null = null;
  let closed = false;

  /** Rows of other servers. A removal by this server also comes through the stream, possibly after it wrote the row anew. */
  const foreign = new Set<string>();
  const take = (row: PresenceRow<Entry>) => {
    if (row.server === server) return;
    foreign.add(row._id);
    hear.put(row._id, row.entry);
  };
  const follow = async () => {
    stream = rows().watch([], { maxAwaitTimeMS: 250 });
    // Opened before the rows are read, so that no change is missed in between.
    let change: ChangeStreamDocument<PresenceRow<Entry>> | null = await stream.tryNext();
    for await (const row of rows().find({ until: { $gt: clockNow() } })) take(row);
    for (; !closed; change = await stream.next()) {
      if (!change) continue;
      if (change.operationType === 'insert' || change.operationType === 'replace') take(change.fullDocument);
      else if (change.operationType === 'delete' && foreign.delete(change.documentKey._id))
        hear.drop(change.documentKey._id);
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
  /** Pending writes by row: connections are pooled, and the writes of one row must stay in order. */
  const underway = new Map<string, Promise<unknown>>();
  const lightly = (id: string, work: () => Promise<unknown>) => {
    const mine = (underway.get(id) ?? Promise.resolve())
      .then(work)
      .catch(error => log.debug({ error: String(error) }, 'presence was not shared'))
      .finally(() => underway.get(id) === mine && underway.delete(id));
    underway.set(id, mine);
  };

  return {
    put(id: string, entry: Entry): void {
      lightly(id, () =>
        rows().replaceOne({ _id: id }, { server, entry, until: new Date(entry.until) }, { upsert: true, ...LIGHT }),
      );
    },
    drop: (id: string): void => lightly(id, () => rows().deleteOne({ _id: id }, LIGHT)),
    async close(): Promise<void> {
      closed = true;
      await rows()
        .deleteMany({ server }, LIGHT)
        .catch(() => undefined);
      await stream?.close().catch(() => undefined);
    },
  };
}

import { setTimeout as wait } from 'node:timers/promises';
import type { ChangeStream, ChangeStreamInsertDocument, ChangeStreamOptions, Timestamp } from 'mongodb';
import { Timestamp as BsonTimestamp, MongoServerError } from 'mongodb';
import { db } from './database.ts';
import { type EventRow, events } from './events.ts';
import { log } from './log.ts';

/** An event with its place in the one total order: the change stream's resume token (api.md, The cursor). */
export interface FeedEvent {
  cursor: string;
  row: EventRow;
}

const RING = 5000;
const LOOK_BACK_S = 300;
const TRANSACTION_LIFETIME_S = 60;
const OLDEST_S = 24 * 3600;
const HISTORY_LOST = 286;
/** After an event that was waited for, the next ones may gather: asking for each alone costs a fifth of a write. */
const GATHER_MS = 8;

type Token = { _data: string };
type Listener = (event: FeedEvent) => void;

/** `<seconds in base 36>.<resume token>`: the token orders, the seconds tell where to look in the stored events. */
const cursorOf = (token: Token, ts: Timestamp) => `${ts.getHighBits().toString(36)}.${token._data}`;
const tokenOf = (cursor: string) => cursor.slice(cursor.indexOf('.') + 1);
const secondsOf = (cursor: string) => Number.parseInt(cursor, 36);
const CURSOR = /^[0-9a-z]{1,8}\.[0-9A-Fa-f]{8,400}$/;

export interface Feed {
  /** The place after the last event that was read. */
  cursor(): string;
  /** A project's events after a cursor, in order; null when that is too far back and the client has to read its lists again. */
  since(cursor: string, projectId: string, modules: readonly string[]): FeedEvent[] | Promise<FeedEvent[] | null>;
  subscribe(listener: Listener): () => void;
  /** Calls back when events may have been missed. */
  onGap(tell: () => void): void;
  alive(): boolean;
  close(): Promise<void>;
}

let placeNow: (() => string) | null = null;

/** The place up to which this server has read the events; null while no feed is open. What is read after it is asked for holds all that came before. */
export const feedPlace = (): string | null => placeNow?.() ?? null;

/** Opens this server's change stream on the events, some minutes back, and answers once it has caught up; `before` is waited for with each. */
export async function openFeed(before: (row: EventRow) => Promise<void> = async () => {}): Promise<Feed> {
  const ring: FeedEvent[] = [];
  const listeners = new Set<Listener>();
  const gapListeners = new Set<() => void>();
  let last = '';
  let closed = false;
  /** Events were missed that only the stored ones can tell: clients have to come back with their cursors. */
  let gap = false;
  let stream: ChangeStream<EventRow> | null = null;

  const take = async (change: ChangeStreamInsertDocument<EventRow>) => {
    await before(change.fullDocument);
    const event = {
      cursor: cursorOf(change._id as Token, change.clusterTime ?? change.fullDocument.ts),
      row: change.fullDocument,
    };
    last = event.cursor;
    ring.push(event);
    if (ring.length > RING) ring.splice(0, ring.length - RING);
    for (const listener of listeners) listener(event);
  };

  const start = async () => {
    const now = await clusterTime();
    stream = watch(last ? { resumeAfter: { _data: tokenOf(last) } } : { startAtOperationTime: await lookBack() });
    let change = await stream.tryNext().catch(async error => {
      if (last || closed) throw error;
      // The oplog does not reach back so far: a young database.
      stream = watch({ startAtOperationTime: await clusterTime() });
      return stream.tryNext();
    });
    // Only once everything up to now was read may sockets ask for what came since: an empty batch says so, or, where
    // events never pause, one that is younger.
    for (; change; change = await stream.tryNext()) {
      if (change.operationType === 'insert') await take(change);
      if (change.clusterTime?.greaterThan(now)) break;
    }
    if (!last) last = cursorOf(stream.resumeToken as Token, await clusterTime());
  };
  await start();

  // Only now there is a place again that answers whoever comes back.
  const bridge = () => {
    if (!gap) return;
    gap = false;
    for (const tell of gapListeners) tell();
  };

  const run = async () => {
    while (!closed) {
      try {
        const asked = performance.now();
        const change = await stream?.next();
        if (change?.operationType === 'insert') await take(change);
        // It came from the database, not out of a batch: a moment later there is a batch, and one question does for many events.
        if (performance.now() - asked > 1) await wait(GATHER_MS);
      } catch (error) {
        if (closed) return;
        log.warn({ error: String(error) }, 'the feed was interrupted');
        await wait(500);
        await start().then(bridge, failed => {
          log.warn({ error: String(failed) }, 'the feed could not be opened');
          if (!(failed instanceof MongoServerError && failed.code === HISTORY_LOST)) return;
          // The oplog has rolled over the place: the next try begins anew.
          last = '';
          ring.length = 0;
          gap = true;
        });
      }
    }
  };
  void run();
  const cursor = () => last;
  placeNow = cursor;

  return {
    cursor,
    since(cursor, projectId, modules) {
      if (!CURSOR.test(cursor) || gap) return Promise.resolve(null);
      const token = tokenOf(cursor);
      const first = ring[0];
      if (token >= tokenOf(last)) return [];
      if (first && token >= tokenOf(first.cursor))
        return ring.filter(
          event =>
            tokenOf(event.cursor) > token && event.row.projectId === projectId && modules.includes(event.row.module),
        );
      return storedSince(cursor, last, projectId, modules);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onGap: tell => gapListeners.add(tell),
    alive: () => !closed && stream !== null && !stream.closed,
    async close() {
      closed = true;
      if (placeNow === cursor) placeNow = null;
      await stream?.close();
    },
  };
}

async function clusterTime(): Promise<Timestamp> {
  const hello = await db().command({ hello: 1 });
  return hello.operationTime ?? hello.$clusterTime.clusterTime;
}

/** Some minutes ago, but not before the first event: the oplog in between is of other databases, and would be read for nothing. */
async function lookBack(): Promise<Timestamp> {
  const now = await clusterTime();
  const back = new BsonTimestamp({ t: now.getHighBits() - LOOK_BACK_S, i: 1 });
  const first = await events().findOne({}, { sort: { $natural: 1 }, projection: { ts: 1 } });
  if (!first) return now;
  return first.ts.greaterThan(back) ? first.ts : back;
}

function watch(from: Pick<ChangeStreamOptions, 'resumeAfter' | 'startAtOperationTime'>): ChangeStream<EventRow> {
  return events().watch([{ $match: { operationType: 'insert', 'fullDocument.quiet': { $ne: true } } }], {
    ...from,
    maxAwaitTimeMS: 250,
  });
}

async function storedSince(
  cursor: string,
  last: string,
  projectId: string,
  modules: readonly string[],
): Promise<FeedEvent[] | null> {
  const seconds = secondsOf(cursor);
  if (secondsOf(last) - seconds > OLDEST_S) return null;
  const from = new BsonTimestamp({ t: seconds - TRANSACTION_LIFETIME_S, i: 0 });
  const rows = await events()
    .find({ projectId, module: { $in: [...modules] }, ts: { $gte: from }, quiet: { $ne: true } })
    .sort({ ts: 1 })
    .limit(RING + 1)
    .maxTimeMS(2000)
    .toArray();
  return rows.length > RING ? null : rows.map(row => ({ cursor: last, row }));
}

import { setTimeout as wait } from 'node:timers/promises';
import {
  Timestamp as BsonTimestamp,
  type ChangeStream,
  type ChangeStreamInsertDocument,
  type ChangeStreamOptions,
  MongoServerError,
  type Timestamp,
} from 'mongodb';
import { clockNow, databaseSecond } from '../../database/clock.ts';
import { db } from '../../database/database.ts';
import { log } from '../../ops/log.ts';
import { type EventRow, events } from '../../store/events.ts';

/** An event with its position in the total order: the resume token of the change stream (api.md, The cursor). */
export interface FeedEvent {
  cursor: string;
  row: EventRow;
}

const RING = 5000;
/** If more events were missed, the client reads its lists again, which costs less. */
const TOLD_AGAIN = 1000;
/** Event rows per database read. */
const BATCH = 100;
const TOOK_TOO_LONG = 50;
const LOOK_BACK_S = 300;
const TRANSACTION_LIFETIME_S = 60;
const OLDEST_S = 24 * 3600;
const HISTORY_LOST = 286;
/** How long the database waits for the next event, in ms: while this server catches up, and afterwards. */
const CATCH_UP_MS = 10;
const WAIT_MS = 250;
/**
 * Pause after an event that was waited for, in ms, so that the following ones come in one batch: a request for each costs a
 * fifth of a write.
 */
const GATHER_MS = 8;

type Token = { _data: string };
type Listener = (event: FeedEvent) => void;

/** `<seconds in base 36>.<resume token>`: the token gives the order, the seconds the place to look in stored events. */
const cursorOf = (token: Token, ts: Timestamp) => `${ts.getHighBits().toString(36)}.${token._data}`;
/** A resume token starts with its type and its oplog time in hex digits. */
const hasReached = ({ _data }: Token, time: Timestamp) =>
  _data.slice(2, 18) >= time.toString(16).padStart(16, '0').toUpperCase();
const tokenOf = (cursor: string) => cursor.slice(cursor.indexOf('.') + 1);
/** Time of a cursor in seconds. */
export const secondsOf = (cursor: string) => Number.parseInt(cursor, 36);
const CURSOR = /^[0-9a-z]{1,8}\.[0-9A-Fa-f]{8,400}$/;

/** Missed events, and the cursor up to which they were read. */
export interface Missed {
  events: FeedEvent[];
  place: string;
}

export interface Feed {
  /** The cursor of the last event read. */
  cursor(): string;
  /**
   * Events of a project after a cursor, in order; null if there are too many or they are too old, and the client must read
   * its lists again.
   */
  since(cursor: string, projectId: string, modules: readonly string[]): Missed | null | Promise<Missed | null>;
  subscribe(listener: Listener): () => void;
  /** Calls back when events may have been missed. */
  onGap(tell: () => void): void;
  alive(): boolean;
  close(): Promise<void>;
}

let placeNow: (() => string) | null = null;

/**
 * The cursor up to which this server has read events; null while no feed is open. A database read that starts later includes
 * all changes up to it.
 */
export const feedPlace = (): string | null => placeNow?.() ?? null;

/**
 * Opens this server's change stream on the events, starting some minutes back, and resolves once it has caught up. `before`
 * is awaited for each event.
 */
export async function openFeed(before: (row: EventRow) => Promise<void> = async () => {}): Promise<Feed> {
  const ring: FeedEvent[] = [];
  const listeners = new Set<Listener>();
  const gapListeners = new Set<() => void>();
  let last = '';
  let closed = false;
  /** The stream lost events that only the stored ones can replay: clients have to reconnect with their cursors. */
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
    let catching = watch(
      last ? { resumeAfter: { _data: tokenOf(last) } } : { startAtOperationTime: await lookBack() },
      CATCH_UP_MS,
    );
    stream = catching;
    let change = await catching.tryNext().catch(async error => {
      if (last || closed) throw error;
      // The oplog does not reach back that far, as in a young database.
      stream = catching = watch({ startAtOperationTime: await clusterTime() }, CATCH_UP_MS);
      return catching.tryNext();
    });
    // Sockets may ask for missed events only after everything up to now was read.
    while (change || !hasReached(catching.resumeToken as Token, now)) {
      if (change?.operationType === 'insert') await take(change);
      if (change?.clusterTime?.greaterThan(now)) break;
      change = await catching.tryNext();
    }
    if (!last) last = cursorOf(catching.resumeToken as Token, await clusterTime());
    if (closed) return;
    stream = watch({ resumeAfter: catching.resumeToken }, WAIT_MS);
    await catching.close();
  };
  await start();

  // Clients are told only now, when there is a cursor again to answer them from.
  const bridge = () => {
    if (!gap) return;
    gap = false;
    for (const tell of gapListeners) tell();
  };

  const run = async () => {
    while (!closed) {
      try {
        const startedAt = performance.now();
        const change = await stream?.next();
        if (change?.operationType === 'insert') await take(change);
        // This event was waited for, not taken from a batch: a short pause lets several more come in one request.
        if (performance.now() - startedAt > 1) await wait(GATHER_MS);
      } catch (error) {
        if (closed) return;
        log.warn({ error: String(error) }, 'the feed was interrupted');
        await wait(500);
        await start().then(bridge, failed => {
          log.warn({ error: String(failed) }, 'the feed could not be opened');
          if (!(failed instanceof MongoServerError && failed.code === HISTORY_LOST)) return;
          // The oplog no longer holds the position: the next attempt starts anew.
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

  /** Pending reads of stored events. Identical requests share one result, with the cursor it is valid for. */
  const reads = new Map<string, Promise<Missed | null>>();
  const stored = (from: string, projectId: string, modules: readonly string[]) => {
    const key = [from, projectId, ...[...modules].sort()].join(' ');
    const read = reads.get(key);
    if (read) return read;
    const asking = storedSince(from, last, projectId, modules).finally(() => reads.delete(key));
    reads.set(key, asking);
    return asking;
  };

  return {
    cursor,
    since(cursor, projectId, modules) {
      if (!CURSOR.test(cursor) || gap) return null;
      const token = tokenOf(cursor);
      const first = ring[0];
      if (token >= tokenOf(last)) return { events: [], place: last };
      if (!first || token < tokenOf(first.cursor))
        return isPlausible(cursor) ? stored(cursor, projectId, modules) : null;
      const missed = ring
        .slice(placeAfter(ring, token))
        .filter(({ row }) => row.projectId === projectId && modules.includes(row.module));
      return missed.length > TOLD_AGAIN ? null : { events: missed, place: last };
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

/** Some minutes ago, but not before the first event: the oplog before it concerns other databases only. */
async function lookBack(): Promise<Timestamp> {
  const now = await clusterTime();
  const back = new BsonTimestamp({ t: now.getHighBits() - LOOK_BACK_S, i: 1 });
  const first = await events().findOne({}, { sort: { $natural: 1 }, projection: { ts: 1 } });
  if (!first) return now;
  return first.ts.greaterThan(back) ? first.ts : back;
}

function watch(
  from: Pick<ChangeStreamOptions, 'resumeAfter' | 'startAtOperationTime'>,
  maxAwaitTimeMS: number,
): ChangeStream<EventRow> {
  return events().watch([{ $match: { operationType: 'insert', 'fullDocument.quiet': { $ne: true } } }], {
    ...from,
    maxAwaitTimeMS,
  });
}

/** Binary search for the first event after a token; the ring is ordered by token. */
function placeAfter(ring: readonly FeedEvent[], token: string): number {
  let [low, high] = [0, ring.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokenOf(ring[middle]?.cursor ?? '') > token) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether the time in a cursor is neither in the future nor impossibly old. */
const isPlausible = (cursor: string): boolean =>
  secondsOf(cursor) > TRANSACTION_LIFETIME_S &&
  secondsOf(cursor) <= databaseSecond(clockNow()) + TRANSACTION_LIFETIME_S;

async function storedSince(
  cursor: string,
  last: string,
  projectId: string,
  modules: readonly string[],
): Promise<Missed | null> {
  const seconds = secondsOf(cursor);
  if (secondsOf(last) - seconds > OLDEST_S) return null;
  const from = new BsonTimestamp({ t: seconds - TRANSACTION_LIFETIME_S, i: 0 });
  const rows = events()
    .find({ projectId, module: { $in: [...modules] }, ts: { $gte: from }, quiet: { $ne: true } })
    .sort({ ts: 1 })
    .limit(TOLD_AGAIN + 1)
    .batchSize(BATCH)
    .maxTimeMS(2000);
  const missed: FeedEvent[] = [];
  try {
    for await (const row of rows) missed.push({ cursor: last, row });
  } catch (error) {
    if (error instanceof MongoServerError && error.code === TOOK_TOO_LONG) return null;
    throw error;
  }
  return missed.length > TOLD_AGAIN ? null : { events: missed, place: last };
}

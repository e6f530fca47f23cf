import { idSchema } from '@lobby/shared/kit/schema.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { isTooSlow } from '../../kit/database/database.ts';
import { type EventRow, events } from '../../kit/store/events.ts';
import type { ActivityQuery } from './filter.ts';

/** Events that tell clients of bulk work once per chunk: left out, because each record has its own entry. */
const TOLD_ONCE = { entityId: null, run: { $exists: true } };
const withoutTold = { $nor: [TOLD_ONCE] };

const COUNT_MS = 1500;
/** Recent totals, for further pages. */
const counts = new LRUCache<string, number>({ max: 500, ttl: 30_000 });

/** Number of entries; null if counting takes too long. */
export async function loadTotal({ query, hint }: ActivityQuery, further: boolean): Promise<number | null> {
  const key = JSON.stringify(query);
  const cached = further ? counts.get(key) : undefined;
  if (cached !== undefined) return cached;
  try {
    const [all, followers] = await Promise.all([
      events().countDocuments(query, { hint, maxTimeMS: COUNT_MS }),
      'entityId' in query ? 0 : events().countDocuments({ ...query, ...TOLD_ONCE }, { maxTimeMS: COUNT_MS }),
    ]);
    counts.set(key, all - followers);
    return all - followers;
  } catch (error) {
    if (isTooSlow(error)) return null;
    throw error;
  }
}

const cursorSchema = z.union([
  z.tuple([z.number().min(-8.64e15).max(8.64e15), idSchema]),
  z.tuple([z.int().min(1).max(1_000_000)]),
]);

function placeOf(after: string): z.output<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(after, 'base64url').toString('utf8')));
  } catch {
    return failFields({ after: { code: 'INVALID' } });
  }
}

const cursorOf = (place: z.output<typeof cursorSchema>) => Buffer.from(JSON.stringify(place)).toString('base64url');

/** Newest first; a record's own entries in the order they were written. */
const sortOf = ({ query }: ActivityQuery): Record<string, -1> =>
  'entityId' in query ? { ts: -1 } : { at: -1, _id: -1 };

/** Streams the entries of a query. */
export function entries(activity: ActivityQuery, limit = 0, skip = 0) {
  const query = 'entityId' in activity.query ? activity.query : { $and: [activity.query, withoutTold] };
  return events().find(query).sort(sortOf(activity)).hint(activity.hint).skip(skip).limit(limit);
}

export interface Page {
  rows: EventRow[];
  /** Offset of the page; null if it was read by cursor. */
  offset: number | null;
  next: string | null;
}

/** Reads a page by number, or after a row in constant time. */
export async function readPage(
  activity: ActivityQuery,
  { page, limit, after }: { page: number; limit: number; after?: string | undefined },
): Promise<Page> {
  const [first, id] = after ? placeOf(after) : [];
  const skip = after ? (id ? 0 : Number(first)) : (page - 1) * limit;
  const beyond = id ? beyondOf(activity, Number(first), id) : activity;
  const rows = await entries(beyond, limit, skip).maxTimeMS(2000).toArray();
  const last = rows.at(-1);
  const whole = last !== undefined && rows.length === limit;
  const next = whole ? cursorOf('entityId' in activity.query ? [skip + limit] : [last.at.getTime(), last._id]) : null;
  return { rows, offset: after ? null : skip, next };
}

function beyondOf(activity: ActivityQuery, at: number, id: string): ActivityQuery {
  const moment = new Date(at);
  const before = { at: { $lte: moment }, $or: [{ at: { $lt: moment } }, { _id: { $lt: id } }] };
  return { ...activity, query: { $and: [activity.query, before] } };
}

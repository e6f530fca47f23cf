import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Collection, db } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';

/** Views per day and screen, without people. */
interface PageView {
  /** `<day>/<screen>` */
  _id: string;
  day: string;
  screen: string;
  count: number;
}

export const pageViewCollection: Collection = { name: 'page_views', indexes: [{ key: { day: 1 } }] };
const views = () => db().collection<PageView>(pageViewCollection.name);

/** Words of a path without ids: `help-desk`, `handover/schedule`. */
const screen = z
  .string()
  .max(100)
  .regex(/^[a-z]+(-[a-z]+){0,6}(\/[a-z]+(-[a-z]+){0,6}){0,2}$/, 'INVALID');
/** Limit of names per day, since more cannot be real screens. */
const MOST_SCREENS = 300;
const PER_MINUTE = 60;
const lately = new LRUCache<string, number>({ max: 20_000, ttl: 60_000, noUpdateTTL: true });

/** Counts opened screens by name. */
export const pageViewRoutes: Route[] = [
  route({
    method: 'post',
    path: '/page-views',
    summary: 'Count that a screen was opened: by its name and day, without the person',
    module: 'AUTH',
    audience: 'user',
    body: z.strictObject({ screen }),
    answer: z.null(),
    async run(ctx, { body }) {
      const counted = (lately.get(ctx.userId) ?? 0) + 1;
      lately.set(ctx.userId, counted);
      if (counted > PER_MINUTE) fail('TOO_MANY_REQUESTS', { seconds: 60 });
      const day = dayOf(ctx.now, VIETNAM);
      const _id = `${day}/${body.screen}`;
      const updated = await views().updateOne({ _id }, { $inc: { count: 1 } });
      if (updated.matchedCount > 0 || (await views().countDocuments({ day })) >= MOST_SCREENS) return;
      await views().updateOne({ _id }, { $set: { day, screen: body.screen }, $inc: { count: 1 } }, { upsert: true });
    },
  }),
];

/** Total views per screen, for `/metrics`. */
export async function pageViewTotals(): Promise<{ screen: string; count: number }[]> {
  return views()
    .aggregate<{ screen: string; count: number }>([
      { $group: { _id: '$screen', count: { $sum: '$count' } } },
      { $sort: { _id: 1 } },
      { $project: { _id: 0, screen: '$_id', count: 1 } },
    ])
    .toArray();
}

import { DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import { noticeDelivery, REACHED, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import { NOTICE_CHANNELS } from '@lobby/shared/modules/notice-sending.ts';
import { z } from 'zod';
import { type Route, route } from '../../../kit/http/route.ts';
import { deliveries } from './deliveries.ts';

const MONTHS = 12;

/** Deliveries of the last twelve months by month and channel. */
export const figuresRoute: Route = route({
  method: 'get',
  path: `${noticeDelivery.path}/figures`,
  summary: 'How many notices reached their households in each of the last twelve months, by channel',
  module: noticeDelivery.code,
  flags: ['read'],
  answer: z.array(
    z.object({
      month: z.string(),
      channel: z.enum(NOTICE_CHANNELS),
      reached: z.int(),
      failed: z.int(),
      waiting: z.int(),
      segments: z.int(),
    }),
  ),
  async run(ctx) {
    const { timeZone } = ctx.project;
    const from = new Date(ctx.now.getTime() - MONTHS * 31 * DAY_MS);
    const count = (states: readonly string[]) => ({ $sum: { $cond: [{ $in: ['$status', [...states]] }, 1, 0] } });
    const rows = await deliveries()
      .aggregate<{
        _id: { month: string; channel: string };
        reached: number;
        failed: number;
        all: number;
        segments: number;
      }>(
        [
          { $match: { projectId: ctx.projectId, deletedAt: null, createdAt: { $gte: from } } },
          {
            $group: {
              _id: {
                month: { $dateToString: { date: '$createdAt', format: '%Y-%m', timezone: timeZone } },
                channel: '$channel',
              },
              reached: count(REACHED),
              failed: count(UNREACHED),
              all: { $sum: { $cond: [{ $eq: ['$status', 'SKIPPED'] }, 0, 1] } },
              segments: { $sum: '$segments' },
            },
          },
          { $sort: { '_id.month': 1 } },
        ],
        { maxTimeMS: 5000 },
      )
      .toArray();
    const first = dayOf(from, timeZone).slice(0, 7);
    return rows.flatMap(({ _id: { month, channel }, reached, failed, all, segments }) => {
      const known = NOTICE_CHANNELS.find(one => one === channel);
      return known && month > first
        ? [{ month, channel: known, reached, failed, waiting: all - reached - failed, segments }]
        : [];
    });
  },
});

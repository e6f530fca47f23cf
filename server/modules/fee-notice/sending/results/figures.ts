import { DAY_MS, dayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { REACHED, UNREACHED } from '@lobby/shared/modules/notice-delivery.ts';
import { sendFigures } from '@lobby/shared/modules/notice-run.contract.ts';
import { NOTICE_CHANNELS } from '@lobby/shared/modules/notice-sending.ts';
import { type Route, route } from '../../../../kit/http/route.ts';
import { deliveries } from './deliveries.ts';

const MONTHS = 12;

/** Deliveries of the last twelve months by month and channel. */
export const figuresRoute: Route = route(sendFigures, {
  flags: ['read'],
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
    const first = monthOf(dayOf(from, timeZone));
    return rows.flatMap(({ _id: { month, channel }, reached, failed, all, segments }) => {
      const sentBy = NOTICE_CHANNELS.find(noticeChannel => noticeChannel === channel);
      return sentBy && month > first
        ? [{ month, channel: sentBy, reached, failed, waiting: all - reached - failed, segments }]
        : [];
    });
  },
});

import { addMonths, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { todayOf } from '../lock-date/index.ts';
import { receivedByDay } from './figures.ts';

/** How much had come in by each day of this month and of the one before; nothing of days to come. */
export const incomeRoute: Route = route({
  method: 'get',
  path: '/statistics/income',
  summary: 'What came in, added up day by day: this month beside the one before',
  module: receipt.code,
  flags: ['aggregate'],
  answer: z.object({
    month: z.string(),
    before: z.string(),
    today: z.int(),
    days: z.array(z.object({ day: z.int(), now: z.int().nullable(), before: z.int().nullable() })),
  }),
  async run(ctx) {
    const today = todayOf(ctx);
    const month = monthOf(today);
    const before = addMonths(month, -1);
    const received = await receivedByDay(ctx, `${before}-01`);
    /** What had come by each day of a month, up to the last that is known. */
    const path = (of: string, last: string) => {
      let sum = 0;
      return Array.from({ length: Number(last.slice(8)) }, (_, n) => {
        sum += received.get(`${of}-${String(n + 1).padStart(2, '0')}`) ?? 0;
        return sum;
      });
    };
    const [now, then] = [path(month, today), path(before, lastDayOf(before))];
    const long = Math.max(Number(lastDayOf(month).slice(8)), then.length);
    return {
      month,
      before,
      today: now.length,
      days: Array.from({ length: long }, (_, n) => ({ day: n + 1, now: now[n] ?? null, before: then[n] ?? null })),
    };
  },
});

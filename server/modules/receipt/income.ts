import { addMonths, type Day, isDay, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { type Span, spanUntil, stepOf } from '@lobby/shared/kit/spans.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { bucketsOf } from '../../platform/statistics/buckets.ts';
import { assertPeriodLength } from '../ledger/index.ts';
import { todayOf } from '../lock-date/index.ts';
import { receivedByDay } from './figures.ts';

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
const asked = z.strictObject({ from: day, to: day, compareFrom: day, compareTo: day });

/** The period and the one it is compared with; by default this month and the last, in full. */
function spansOf(ctx: Ctx, { from, to, compareFrom, compareTo }: z.output<typeof asked>): [Span, Span] {
  const month = monthOf(todayOf(ctx));
  const last = addMonths(month, -1);
  const spans: [Span, Span] =
    from && to && compareFrom && compareTo
      ? [
          { from, to },
          { from: compareFrom, to: compareTo },
        ]
      : [
          { from: `${month}-01`, to: lastDayOf(month) },
          { from: `${last}-01`, to: lastDayOf(last) },
        ];
  for (const span of spans) assertPeriodLength(span.from, span.to);
  return spans;
}

/** Cumulative receipts by day, week or month of a period, compared with another; null for parts in the future. */
export const incomeRoute: Route = route({
  method: 'get',
  path: '/statistics/income',
  summary: 'What came in, added up day by day: this month beside the one before, or a time beside another',
  module: receipt.code,
  flags: ['aggregate'],
  query: asked,
  answer: z.object({
    from: z.string(),
    to: z.string(),
    before: z.object({ from: z.string(), to: z.string() }),
    by: z.enum(['day', 'week', 'month']),
    points: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        /** Whether today is in it. */
        open: z.boolean(),
        now: z.int().nullable(),
        before: z.int().nullable(),
      }),
    ),
  }),
  async run(ctx, { query }) {
    const today = todayOf(ctx);
    const [span, past] = spansOf(ctx, query);
    const by = stepOf(span);
    /** Cumulative receipts at the end of each part of a period; null for parts in the future. */
    const path = async (of: Span) => {
      const received = await receivedByDay(ctx, of.from, spanUntil(of, today).to);
      const days = [...received].toSorted(([a], [b]) => (a < b ? -1 : 1));
      const upTo = (last: Day) => days.reduce((sum, [on, amount]) => (on <= last ? sum + amount : sum), 0);
      return bucketsOf(of.from, of.to, by).map(part => ({ ...part, sum: part.from > today ? null : upTo(part.to) }));
    };
    const [now, then] = await Promise.all([path(span), path(past)]);
    // Points of the longer period: the 31st of one month has no counterpart in a month of 30 days.
    const parts = now.length >= then.length ? now : then;
    return {
      from: span.from,
      to: span.to,
      before: past,
      by,
      points: parts.map(({ from, to }, n) => ({
        from: now[n]?.from ?? from,
        to: now[n]?.to ?? to,
        open: now[n] !== undefined && now[n].from <= today && now[n].to >= today,
        now: now[n]?.sum ?? null,
        before: then[n]?.sum ?? null,
      })),
    };
  },
});

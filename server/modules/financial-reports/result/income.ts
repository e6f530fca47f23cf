import { addMonths, type Day, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { type Span, spanUntil, stepOf } from '@lobby/shared/kit/spans.ts';
import { incomeByDay, type incomeQuery } from '@lobby/shared/modules/financial-reports.contract.ts';
import type { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { bucketsOf } from '../../../platform/statistics/buckets.ts';
import { assertPeriodLength } from '../../ledger/index.ts';
import { receivedByDay } from './figures.ts';

/** The period and the one it is compared with; by default this month and the last, in full. */
function spansOf(ctx: Ctx, { from, to, compareFrom, compareTo }: z.output<typeof incomeQuery>): [Span, Span] {
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
export const incomeRoute: Route = route(incomeByDay, {
  flags: ['aggregate'],
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

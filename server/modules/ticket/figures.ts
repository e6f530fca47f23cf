import { addMonths, dayOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadScope } from '../../kit/records/act.ts';
import { records, type Where } from '../../kit/store/records.ts';
import type { FoundFigure, HomeFigure } from '../../platform/home/figures.ts';

/** Months of a trend, this one the last. */
const MONTHS = 6;

const COMMON = { module: ticket.code, flag: 'read', trades: ['service', 'manager'] } as const;

interface Measured {
  _id: string;
  value: number | null;
  count: number;
}

/** The mean of an expression over the requests of each month, by the day of a field. */
async function byMonth(ctx: Ctx, day: 'firstAnsweredAt' | 'completedAt', mean: object | string, where: object = {}) {
  const { timeZone } = ctx.project;
  const month = dayOf(ctx.now, timeZone).slice(0, 7);
  const months = Array.from({ length: MONTHS }, (_, n) => addMonths(month, n + 1 - MONTHS));
  const from = startOfDay(`${months[0]}-01`, timeZone);
  const rows = await records(ticket).aggregate<Measured>(
    ctx,
    { ...(await loadScope(ctx, ticket)), ...where, [day]: { $gte: from } } as Where<typeof ticket>,
    [
      {
        $group: {
          _id: { $dateToString: { date: `$${day}`, format: '%Y-%m', timezone: timeZone } },
          value: { $avg: mean },
          count: { $sum: 1 },
        },
      },
    ],
  );
  const found = months.map(one => rows.find(({ _id }) => _id === one) ?? null);
  return { trend: found.map(one => one?.value ?? null), count: found.at(-1)?.count ?? 0 };
}

const figureOf = (
  { trend, count }: Awaited<ReturnType<typeof byMonth>>,
  round: (value: number) => number,
  better: 'more' | 'less',
): FoundFigure | null => {
  const rounded = trend.map(one => (one === null ? null : round(one)));
  const [before = null, now = null] = rounded.slice(-2);
  if (now === null) return null;
  return {
    value: now,
    trend: rounded,
    better,
    ...(before !== null && { before: { value: before, than: 'lastMonth' as const } }),
    note: { key: 'requests', count },
    link: 'statistics/help-desk',
  };
};

const MINUTES = { $divide: [{ $subtract: ['$firstAnsweredAt', '$createdAt'] }, 60_000] };

/** How well the desk answers: numbers of this month beside those of the last. */
export const ticketFigures: readonly HomeFigure[] = [
  {
    ...COMMON,
    key: 'firstAnswer',
    rank: 6,
    trades: ['service'],
    kind: 'minutes',
    count: async ctx => figureOf(await byMonth(ctx, 'firstAnsweredAt', MINUTES), Math.round, 'less'),
  },
  {
    ...COMMON,
    key: 'onTime',
    rank: 7,
    kind: 'percent',
    count: async ctx =>
      figureOf(
        await byMonth(ctx, 'completedAt', { $cond: ['$overdue', 0, 100] }),
        value => Math.round(value * 10) / 10,
        'more',
      ),
  },
  {
    ...COMMON,
    key: 'rating',
    rank: 8,
    kind: 'score',
    count: async ctx =>
      figureOf(
        await byMonth(ctx, 'completedAt', '$rating', { rating: { $ne: null } }),
        value => Math.round(value * 10) / 10,
        'more',
      ),
  },
];

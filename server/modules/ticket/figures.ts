import { addDays, addMonths, type Day, dayOf, lastDayOf, monthOf, startOfDay } from '@lobby/shared/kit/dates.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { loadScope } from '../../kit/records/acts/act.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { beforeOf, type ComparedSpan, type FoundFigure, type HomeFigure } from '../../platform/home/figures.ts';

/** Months of a trend, up to the current one. */
const MONTHS = 6;

const COMMON = { module: ticket.code, flag: 'read', trades: ['service', 'manager'] } as const;

interface Measured {
  _id: string | null;
  value: number | null;
  count: number;
}

interface MeanQuery {
  day: 'firstAnsweredAt' | 'completedAt';
  /** Expression to average. */
  mean: object | string;
  where?: object;
  span: ComparedSpan | undefined;
}

/** Averages of tickets by the day of a field: by month, and for a period and its comparison if requested. */
async function means(ctx: Ctx, { day, mean, where = {}, span }: MeanQuery) {
  const { timeZone } = ctx.project;
  const month = monthOf(span?.to ?? dayOf(ctx.now, timeZone));
  const months = Array.from({ length: MONTHS }, (_, n) => addMonths(month, n + 1 - MONTHS));
  const scope = await loadScope(ctx, ticket);
  const read = (from: Day, to: Day, by: object | null) =>
    records(ticket).aggregate<Measured>(
      ctx,
      {
        ...scope,
        ...where,
        [day]: { $gte: startOfDay(from, timeZone), $lt: startOfDay(addDays(to, 1), timeZone) },
      } as Where<typeof ticket>,
      [{ $group: { _id: by, value: { $avg: mean }, count: { $sum: 1 } } }],
    );
  const byMonth = { $dateToString: { date: `$${day}`, format: '%Y-%m', timezone: timeZone } };
  const [rows, now, past] = await Promise.all([
    read(`${months[0]}-01`, lastDayOf(month), byMonth),
    span ? read(span.from, span.to, null) : [],
    span ? read(span.before.from, span.before.to, null) : [],
  ]);
  const points = months.map(key => rows.find(({ _id }) => _id === key) ?? null);
  const last = span ? (now[0] ?? null) : (points.at(-1) ?? null);
  return {
    trend: points.map(row => row?.value ?? null),
    value: last?.value ?? null,
    count: last?.count ?? 0,
    before: span ? (past[0]?.value ?? null) : (points.at(-2)?.value ?? null),
  };
}

async function figureOf(
  ctx: Ctx,
  query: MeanQuery,
  round: (value: number) => number,
  better: 'more' | 'less',
): Promise<FoundFigure | null> {
  const { trend, value, before, count } = await means(ctx, query);
  if (value === null) return null;
  const than = { value: round(before ?? 0), than: 'lastMonth' as const };
  return {
    value: round(value),
    trend: trend.map(mean => (mean === null ? null : round(mean))),
    better,
    ...(before !== null && { before: query.span ? beforeOf(than.value, query.span) : than }),
    note: { key: query.span ? 'requestsInTime' : 'requests', count },
    link: 'statistics/help-desk',
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;
const MINUTES = { $divide: [{ $subtract: ['$firstAnsweredAt', '$createdAt'] }, 60_000] };

// By its deadline, because the mark of being overdue ends with the work.
const LATE = { $and: [{ $ne: ['$dueAt', null] }, { $gt: ['$completedAt', '$dueAt'] }] };
const IN_TIME = { $cond: [LATE, 0, 100] };

/** Performance of the help desk: this month compared with the last, or a period with another. */
export const ticketFigures: readonly HomeFigure[] = [
  {
    ...COMMON,
    key: 'firstAnswer',
    rank: 6,
    trades: ['service'],
    kind: 'minutes',
    count: (ctx, span) => figureOf(ctx, { day: 'firstAnsweredAt', mean: MINUTES, span }, Math.round, 'less'),
  },
  {
    ...COMMON,
    key: 'onTime',
    rank: 7,
    kind: 'percent',
    count: (ctx, span) => figureOf(ctx, { day: 'completedAt', mean: IN_TIME, span }, tenth, 'more'),
  },
  {
    ...COMMON,
    key: 'rating',
    rank: 8,
    kind: 'score',
    count: (ctx, span) =>
      figureOf(ctx, { day: 'completedAt', mean: '$rating', where: { rating: { $ne: null } }, span }, tenth, 'more'),
  },
];

import { addMonths } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import { filterSchema } from '@lobby/shared/kit/filter-schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { joinedQuery } from '../../../kit/records/lists/list.ts';
import { records } from '../../../kit/store/records.ts';

const answer = z.object({
  count: z.int(),
  units: z.int(),
  receivable: z.int(),
  paid: z.int(),
  remaining: z.int(),
  /** Late interest that is not charged yet, and so not part of what remains. */
  interest: z.int(),
  overdue: z.object({ amount: z.int(), units: z.int(), longestDays: z.int() }),
  /** Counts by publication state: drafts, released but not announced as they stand, published. */
  drafts: z.int(),
  unpublished: z.int(),
  published: z.int(),
  /** Previous month, if the filter selects a single month. */
  previous: z
    .object({ amount: z.int(), difference: z.int(), percent: z.number().nullable(), service: z.string().nullable() })
    .nullable(),
});

interface Sums {
  count: number;
  units: string[];
  receivable: number;
  paid: number;
  remaining: number;
  interest: number;
  overdue: number;
  late: (string | null)[];
  longest: number;
  published: number;
  unpublished: number;
}

/** Whether only cancelled bills are asked for. */
function isCancelledOnly({ status }: Filter): boolean {
  const named = typeof status === 'object' && !Array.isArray(status) ? status.in : status;
  return Array.isArray(named) && named.length === 1 && named[0] === 'CANCELLED';
}

/**
 * Sums of the filtered bills; adjustments are contained in the totals of their bills and not counted twice. A cancelled document has no total left, and a
 * cancelled adjustment is in no bill: of these the original amounts of all kinds are summed.
 */
async function loadSums(ctx: Ctx, filter: Filter): Promise<Sums | undefined> {
  const cancelled = isCancelledOnly(filter);
  const query = await joinedQuery(bill, filter, ctx);
  const where = {
    ...query,
    ...(!cancelled && { type: 'NORMAL' as const }),
    ...(!filter.status && { status: 'ACTIVE' as const }),
  };
  const late = { $and: ['$overdue', { $gt: ['$remaining', 0] }] };
  const [sums] = await records(bill).aggregate<Sums>(ctx, where, [
    {
      $group: {
        _id: null,
        count: { $sum: 1 },
        units: { $addToSet: '$unitId' },
        receivable: { $sum: cancelled ? '$originalTotal' : '$total' },
        paid: { $sum: '$paid' },
        remaining: { $sum: '$remaining' },
        interest: { $sum: '$interest' },
        overdue: { $sum: { $cond: [late, '$remaining', 0] } },
        late: { $addToSet: { $cond: [late, '$unitId', null] } },
        published: { $sum: { $cond: [{ $eq: ['$publication', 'PUBLISHED'] }, 1, 0] } },
        unpublished: { $sum: { $cond: [{ $in: ['$publication', ['UNPUBLISHED', 'EDITED']] }, 1, 0] } },
        longest: { $max: { $cond: [late, '$overdueDays', 0] } },
      },
    },
  ]);
  return sums;
}

/** Number of drafts matching the filter apart from its statuses. */
const countDrafts = async (ctx: Ctx, filter: Filter): Promise<number> =>
  records(bill).count(ctx, {
    ...(await joinedQuery(bill, { ...filter, status: { in: ['DRAFT'] } }, ctx)),
    type: 'NORMAL' as const,
  });

/** The service whose total changed most since the previous month. */
async function movedMost(ctx: Ctx, now: string, before: string): Promise<string | null> {
  const found = await records(bill).aggregate<{ _id: string }>(
    ctx,
    { status: 'ACTIVE', type: 'NORMAL', month: { $in: [now, before] } },
    [
      {
        $group: {
          _id: '$serviceId',
          by: { $sum: { $cond: [{ $eq: ['$month', now] }, '$total', { $multiply: ['$total', -1] }] } },
        },
      },
      { $project: { by: { $abs: '$by' } } },
      { $sort: { by: -1, _id: 1 } },
      { $limit: 1 },
    ],
  );
  return found[0]?._id ?? null;
}

const onlyMonth = ({ month }: Filter): string | null => {
  const { from, to } = (month ?? {}) as { from?: string; to?: string };
  return from !== undefined && from === to ? from : null;
};

/** Totals above the bill list, compared with the previous month. */
export const totalsRoute: Route = route({
  method: 'get',
  path: `${bill.path}/totals`,
  summary: 'What the bills of a filter come to, what of it is overdue, and the month before',
  module: bill.code,
  flags: ['aggregate'],
  query: z.strictObject({ filter: filterSchema(bill).default({}) }),
  answer,
  async run(ctx, { query }) {
    const filter = query.filter;
    const month = onlyMonth(filter);
    const back = month && addMonths(month, -1);
    const [now, before, drafts] = await Promise.all([
      loadSums(ctx, filter),
      back ? loadSums(ctx, { ...filter, month: { from: back, to: back } }) : undefined,
      countDrafts(ctx, filter),
    ]);
    const receivable = now?.receivable ?? 0;
    const amount = before?.receivable ?? 0;
    const difference = receivable - amount;
    return {
      count: now?.count ?? 0,
      units: now?.units.length ?? 0,
      receivable,
      drafts,
      unpublished: now?.unpublished ?? 0,
      published: now?.published ?? 0,
      paid: now?.paid ?? 0,
      remaining: now?.remaining ?? 0,
      interest: now?.interest ?? 0,
      overdue: {
        amount: now?.overdue ?? 0,
        longestDays: now?.longest ?? 0,
        units: now?.late.filter(day => day !== null).length ?? 0,
      },
      previous:
        month && back
          ? {
              amount,
              difference,
              percent: amount > 0 ? Math.round((difference / amount) * 1000) / 10 : null,
              service: await movedMost(ctx, month, back),
            }
          : null,
    };
  },
});

import { daysBetween, monthOf } from '@lobby/shared/kit/dates.ts';
import type { Filter } from '@lobby/shared/kit/definition.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { ANY_TEXT } from '../../../kit/database/database.ts';
import { records } from '../../../kit/store/records.ts';
import type { HomeFigure } from '../../../platform/home/figures.ts';

const ACTIVE = { status: 'ACTIVE', type: 'NORMAL' } as const;
const COMMON = { module: bill.code, flag: 'read', kind: 'money' } as const;

interface Month {
  /** First month of the range. */
  from: string;
  month: string;
  total: number;
  paid: number;
  remaining: number;
  units: (string | null)[];
  due: string | null;
}

/** The last month that was billed. */
async function lastMonth(ctx: Ctx): Promise<string | null> {
  // Excludes interest bills, which may be created in months not billed yet.
  const upTo = {
    ...ACTIVE,
    createType: 'AUTO' as const,
    createdFor: 'SERVICE' as const,
    // The lower bound admits the index by month, which holds only bills of a month.
    month: { ...ANY_TEXT, $lte: monthOf(todayOf(ctx)) },
  };
  const last = await records(bill).first(ctx, upTo, {
    only: ['month'],
    sort: { month: -1 },
    hint: { projectId: 1, month: 1 },
  });
  return last?.month ?? null;
}

/** Totals of the bills of the last billed month or of a time span, and how much of them is paid. */
export async function monthSums(ctx: Ctx, span?: Span): Promise<Month | null> {
  const last = await lastMonth(ctx);
  if (!last) return null;
  // A month that is not billed yet falls back to the last billed one, as on the home page.
  const to = span ? monthOf(span.to) : last;
  const month = to > last ? last : to;
  const from = span && monthOf(span.from) < month ? monthOf(span.from) : month;
  const left = { $gt: ['$remaining', 0] };
  const [sums] = await records(bill).aggregate<Month>(ctx, { ...ACTIVE, month: { $gte: from, $lte: month } }, [
    {
      $group: {
        _id: null,
        total: { $sum: '$total' },
        paid: { $sum: '$paid' },
        remaining: { $sum: '$remaining' },
        units: { $addToSet: { $cond: [left, '$unitId', null] } },
        due: { $max: '$dueDate' },
      },
    },
  ]);
  return sums ? { ...sums, from, month } : null;
}

const listOf = (query: string) => `${bill.route}?${query}`;

/** Link to the bill list filtered to these months. */
function listOfMonths({ from, month }: Month, tab: 'paid' | 'owed'): string {
  const filter: Filter = { month: from === month ? { in: [month] } : { from, to: month } };
  return listOf(`${writeListState(new URLSearchParams(), { tab, sort: null, filter }, bill)}`);
}

/** Home figures about this month's and overdue bills. */
export const billFigures: readonly HomeFigure[] = [
  {
    ...COMMON,
    key: 'paidOfMonth',
    rank: 2,
    trades: ['accountant'],
    async count(ctx, span) {
      const sums = await monthSums(ctx, span);
      if (!sums || sums.total === 0) return null;
      return {
        value: sums.paid,
        share: sums.paid / sums.total,
        note: { key: 'ofTotal', amount: sums.total },
        link: listOfMonths(sums, 'paid'),
        month: sums.month,
        ...(sums.from < sums.month && { since: sums.from }),
      };
    },
  },
  {
    ...COMMON,
    key: 'leftOfMonth',
    rank: 3,
    trades: ['accountant'],
    async count(ctx, span) {
      const sums = await monthSums(ctx, span);
      if (!sums) return null;
      const units = sums.units.filter(id => id !== null).length;
      return {
        value: sums.remaining,
        note: { key: sums.due ? 'unitsDue' : 'units', count: units, ...(sums.due && { day: sums.due }) },
        link: listOfMonths(sums, 'owed'),
        month: sums.month,
        ...(sums.from < sums.month && { since: sums.from }),
      };
    },
  },
  {
    ...COMMON,
    key: 'rate',
    rank: 2,
    kind: 'percent',
    trades: ['manager'],
    async count(ctx, span) {
      const sums = await monthSums(ctx, span);
      if (!sums || sums.total === 0) return null;
      const share = sums.paid / sums.total;
      return {
        value: Math.round(share * 1000) / 10,
        share,
        note: { key: 'ofTotal', amount: sums.total },
        link: listOfMonths(sums, 'owed'),
        month: sums.month,
        ...(sums.from < sums.month && { since: sums.from }),
      };
    },
  },
  {
    ...COMMON,
    key: 'overdue',
    rank: 4,
    trades: ['accountant', 'manager'],
    async count(ctx) {
      const [sums] = await records(bill).aggregate<{ amount: number; units: string[]; first: string | null }>(
        ctx,
        { ...ACTIVE, overdue: true, paymentState: { $in: ['UNPAID', 'PARTIAL_PAID'] }, remaining: { $gt: 0 } },
        [
          {
            $group: {
              _id: null,
              amount: { $sum: '$remaining' },
              units: { $addToSet: '$unitId' },
              first: { $min: '$dueDate' },
            },
          },
        ],
      );
      if (!sums) return null;
      const days = sums.first ? daysBetween(sums.first, todayOf(ctx)) : 0;
      return {
        value: sums.amount,
        bad: true,
        better: 'less',
        note: { key: 'unitsLongest', count: sums.units.length, amount: days },
        link: listOf('tab=owed&overdue=true'),
      };
    },
  },
];

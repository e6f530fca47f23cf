import { daysBetween, monthOf } from '@lobby/shared/kit/dates.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import type { HomeFigure } from '../../platform/home/figures.ts';
import { todayOf } from '../lock-date/index.ts';

const ACTIVE = { status: 'ACTIVE', type: 'NORMAL' } as const;
const COMMON = { module: bill.code, flag: 'read', kind: 'money' } as const;

interface Month {
  month: string;
  total: number;
  paid: number;
  remaining: number;
  units: (string | null)[];
  due: string | null;
}

/** What the bills of the last month that was billed come to, and what of it has come. */
export async function monthSums(ctx: Ctx): Promise<Month | null> {
  // Interest is charged by itself, in months that are not billed yet.
  const upTo = {
    ...ACTIVE,
    createType: 'AUTO' as const,
    createdFor: 'SERVICE' as const,
    month: { $lte: monthOf(todayOf(ctx)) },
  };
  const last = await records(bill).first(ctx, upTo, { only: ['month'], sort: { month: -1 } });
  const month = last?.month;
  if (!month) return null;
  const left = { $gt: ['$remaining', 0] };
  const [sums] = await records(bill).aggregate<Month>(ctx, { ...ACTIVE, month }, [
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
  return sums ? { ...sums, month } : null;
}

const listOf = (query: string) => `${bill.route}?${query}`;

/** What this month's bills and the late ones come to. */
export const billFigures: readonly HomeFigure[] = [
  {
    ...COMMON,
    key: 'paidOfMonth',
    rank: 2,
    trades: ['accountant'],
    async count(ctx) {
      const sums = await monthSums(ctx);
      if (!sums || sums.total === 0) return null;
      return {
        value: sums.paid,
        share: sums.paid / sums.total,
        note: { key: 'ofTotal', amount: sums.total },
        link: listOf(`tab=paid&month=${sums.month}`),
        month: sums.month,
      };
    },
  },
  {
    ...COMMON,
    key: 'leftOfMonth',
    rank: 3,
    trades: ['accountant'],
    async count(ctx) {
      const sums = await monthSums(ctx);
      if (!sums) return null;
      const units = sums.units.filter(id => id !== null).length;
      return {
        value: sums.remaining,
        note: { key: sums.due ? 'unitsDue' : 'units', count: units, ...(sums.due && { day: sums.due }) },
        link: listOf(`tab=owed&month=${sums.month}`),
        month: sums.month,
      };
    },
  },
  {
    ...COMMON,
    key: 'rate',
    rank: 2,
    kind: 'percent',
    trades: ['manager'],
    async count(ctx) {
      const sums = await monthSums(ctx);
      if (!sums || sums.total === 0) return null;
      const share = sums.paid / sums.total;
      return {
        value: Math.round(share * 1000) / 10,
        share,
        note: { key: 'ofTotal', amount: sums.total },
        link: listOf(`tab=owed&month=${sums.month}`),
        month: sums.month,
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
        { ...ACTIVE, overdue: true, remaining: { $gt: 0 } },
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

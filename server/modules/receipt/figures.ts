import { addMonths, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { METHODS } from '@lobby/shared/modules/voucher.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import type { HomeFigure } from '../../platform/home/figures.ts';
import { todayOf } from '../lock-date/index.ts';

const MONTHS = 6;

/** What came in on each day since one, by receipts that stand; what a unit has is no money. */
export async function receivedByDay(ctx: Ctx, from: string): Promise<ReadonlyMap<string, number>> {
  const rows = await records(receipt).aggregate<{ _id: string; sum: number }>(
    ctx,
    { status: 'NOT_CANCELED', method: { $in: [...METHODS] }, accountingDate: { $gte: from, $lte: todayOf(ctx) } },
    [{ $group: { _id: '$accountingDate', sum: { $sum: '$amount' } } }],
  );
  return new Map(rows.map(({ _id, sum }) => [_id, sum]));
}

/** What came in this month, beside the same days of the last. */
export const receiptFigures: readonly HomeFigure[] = [
  {
    key: 'receivedOfMonth',
    rank: 1,
    module: receipt.code,
    flag: 'aggregate',
    trades: ['manager'],
    kind: 'money',
    async count(ctx) {
      const today = todayOf(ctx);
      const months = Array.from({ length: MONTHS }, (_, n) => addMonths(monthOf(today), n + 1 - MONTHS));
      const days = await receivedByDay(ctx, `${months[0]}-01`);
      const sum = (month: string, to: string) =>
        [...days].reduce((all, [day, amount]) => (monthOf(day) === month && day <= to ? all + amount : all), 0);
      const trend = months.map(month => sum(month, lastDayOf(month)));
      const last = addMonths(monthOf(today), -1);
      const whole = lastDayOf(last);
      const sameDay = today.slice(8) > whole.slice(8) ? whole : `${last}${today.slice(7)}`;
      return {
        value: trend.at(-1) ?? 0,
        trend,
        better: 'more',
        before: { value: sum(last, sameDay), than: 'sameDays', day: sameDay },
        link: `${receipt.route}?tab=valid`,
      };
    },
  },
];

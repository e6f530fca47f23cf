import { addMonths, lastDayOf, monthOf } from '@lobby/shared/kit/dates.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import { METHODS } from '@lobby/shared/modules/voucher.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { todayOf } from '../../../kit/base/local-time.ts';
import { records } from '../../../kit/store/records.ts';
import { beforeOf, type HomeFigure } from '../../../platform/home/figures.ts';

const MONTHS = 6;

/** Money received by day, from receipts in force; deductions from unit accounts are not money. */
export async function receivedByDay(ctx: Ctx, from: string, to = todayOf(ctx)): Promise<ReadonlyMap<string, number>> {
  const rows = await records(receipt).aggregate<{ _id: string; sum: number }>(
    ctx,
    { status: 'NOT_CANCELED', method: { $in: [...METHODS] }, accountingDate: { $gte: from, $lte: to } },
    [{ $group: { _id: '$accountingDate', sum: { $sum: '$amount' } } }],
  );
  return new Map(rows.map(({ _id, sum }) => [_id, sum]));
}

/** Money received this month, compared with the same days of the last. */
export const receivedFigures: readonly HomeFigure[] = [
  {
    key: 'receivedOfMonth',
    rank: 1,
    module: receipt.code,
    flag: 'aggregate',
    trades: ['manager'],
    kind: 'money',
    async count(ctx, span) {
      const today = span?.to ?? todayOf(ctx);
      const months = Array.from({ length: MONTHS }, (_, n) => addMonths(monthOf(today), n + 1 - MONTHS));
      const first = `${months[0]}-01`;
      const since = span && span.from < first ? span.from : first;
      const [days, past] = await Promise.all([
        receivedByDay(ctx, since, today),
        span ? receivedByDay(ctx, span.before.from, span.before.to) : null,
      ]);
      const sum = (from: string, to: string, of = days) =>
        [...of].reduce((all, [day, amount]) => (day >= from && day <= to ? all + amount : all), 0);
      const trend = months.map(month => sum(`${month}-01`, lastDayOf(month)));
      const link = `${receipt.route}?tab=valid`;
      if (span && past) {
        const before = beforeOf(sum(span.before.from, span.before.to, past), span);
        return { value: sum(span.from, span.to), trend, better: 'more', before, link };
      }
      const last = addMonths(monthOf(today), -1);
      const whole = lastDayOf(last);
      const sameDay = today.slice(8) > whole.slice(8) ? whole : `${last}${today.slice(7)}`;
      return {
        value: trend.at(-1) ?? 0,
        trend,
        better: 'more',
        before: { value: sum(`${last}-01`, sameDay), than: 'sameDays', day: sameDay },
        link,
      };
    },
  },
];

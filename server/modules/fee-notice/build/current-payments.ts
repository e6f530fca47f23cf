import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Route } from '../../../kit/http/route.ts';
import { records } from '../../../kit/store/records.ts';
import { followedBills } from '../state/payment-state.ts';

interface Line {
  billId: string | null;
  total?: number;
  left?: number;
  paid: number;
}
type Shown = { id: string; status: string; lines: Line[]; debtLines: Line[] };

/** Deliveries of a notice, latest first. */
async function loadSendings(ctx: Ctx, noticeId: string) {
  const found = await records(noticeDelivery).find(
    ctx,
    { noticeId },
    { only: ['kind', 'channel', 'status', 'createdAt'], sort: { createdAt: -1, _id: -1 }, limit: 500 },
  );
  return found.map(({ kind, channel, status, createdAt }) => ({ at: createdAt.toISOString(), kind, channel, status }));
}

/** Adds current payments per line to the detail of a sent notice, and for staff its deliveries; the stored notice stays as sent. */
export function asOfNow(route: Route): Route {
  if (route.method !== 'get') return route;
  if (route.path !== `${feeNotice.path}/:id`)
    return {
      ...route,
      async run(ctx, input) {
        await followedBills();
        return route.run(ctx, input);
      },
    };
  return {
    ...route,
    async run(ctx, input) {
      await followedBills();
      const answer = (await route.run(ctx, input)) as Shown;
      const shown = ctx.kind === 'resident' ? answer : { ...answer, sendings: await loadSendings(ctx, answer.id) };
      if (!SENT.some(status => status === answer.status)) return shown;
      const ids = [...answer.lines, ...answer.debtLines].flatMap(({ billId }) => billId ?? []);
      const where = { _id: { $in: ids }, status: 'ACTIVE' as const };
      const found = await records(bill).find(ctx, where, { only: ['remaining', 'paid'] });
      const bills = new Map(found.map(doc => [doc._id, doc]));
      const paid = (line: Line): Line => {
        const doc = bills.get(line.billId ?? '');
        if (!doc) return line;
        // Reductions of the bill are not payments.
        const gone = (line.left ?? line.total ?? 0) - Math.max(0, doc.remaining);
        return { ...line, paid: Math.max(0, Math.min(gone, doc.paid)) };
      };
      return { ...shown, lines: answer.lines.map(paid), debtLines: answer.debtLines.map(paid) };
    },
  };
}

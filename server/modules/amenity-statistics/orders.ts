import { dayOf, HOUR_MS, monthOf } from '@lobby/shared/kit/dates.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { events } from '../../kit/store/events.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { at, type Period, percent, type Step, spanOf, stepOf, stepsOf } from './period.ts';

type Order = Doc<typeof merchantOrder>;
export interface OrdersQuery {
  by: Step;
  partnerId?: string | undefined;
  utilityId?: string | undefined;
}

const MOST = 100_000;
const PAID = ['COMPLETED', 'RATED'];
const CALLED_OFF = ['CANCELLED', 'CANCELLED_BY_RESIDENT'];

/** First acceptance of each order, from the event log. */
async function loadAccepted(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await events()
    .find({ projectId: ctx.projectId, entityId: { $in: [...ids] }, entity: merchantOrder.name, action: 'accept' })
    .project<{ entityId: string; at: Date }>({ entityId: 1, at: 1 })
    .sort({ at: -1 })
    .maxTimeMS(5000)
    .toArray();
  return new Map(rows.map(row => [row.entityId, row.at]));
}

function figuresOf(orders: readonly Order[], accepted: ReadonlyMap<string, Date>) {
  const hours = (to: (order: Order) => Date | null | undefined) =>
    orders.flatMap(order => {
      const end = to(order);
      return end ? [(end.getTime() - order.createdAt.getTime()) / HOUR_MS] : [];
    });
  const rated = orders.flatMap(({ rating }) => rating ?? []);
  const share = (is: (order: Order) => boolean) => percent(orders.filter(is).length, orders.length);
  const paid = orders.filter(({ status }) => PAID.includes(status));
  return {
    orders: orders.length,
    acceptedFirst: orders.filter(order => accepted.has(order._id) && order.declined.length === 0).length,
    toAccept: at(
      hours(order => accepted.get(order._id)),
      0.5,
    ),
    toFinish: at(
      hours(order => order.finishedAt),
      0.5,
    ),
    rating:
      rated.length === 0 ? null : Math.round((rated.reduce((sum, stars) => sum + stars, 0) / rated.length) * 10) / 10,
    warranty: share(({ round }) => round > 1),
    cancelled: share(({ status }) => CALLED_OFF.includes(status)),
    total: paid.reduce((sum, { total }) => sum + (total ?? 0), 0),
    commission: paid.reduce((sum, { commission }) => sum + (commission ?? 0), 0),
  };
}

/** Partner orders and commissions of a period; commissions by partner and month. */
export async function orderFigures(ctx: Ctx, { now, before }: { now: Period; before: Period }, query: OrdersQuery) {
  const readOf = async (period: Period) => {
    const { from, to } = spanOf(ctx, period);
    const orders = await records(merchantOrder).find(
      ctx,
      {
        createdAt: { $gte: from, $lt: to },
        ...(query.partnerId && { partnerId: query.partnerId }),
        ...(query.utilityId && { utilityId: query.utilityId }),
      },
      { limit: MOST, patience: 20_000 },
    );
    return {
      orders,
      accepted: await loadAccepted(
        ctx,
        orders.map(({ _id }) => _id),
      ),
    };
  };
  const [{ orders, accepted }, past] = [await readOf(now), await readOf(before)];
  const { timeZone } = ctx.project;
  const byPartner = Map.groupBy(
    orders.filter(({ partnerId }) => partnerId),
    ({ partnerId }) => partnerId ?? '',
  );
  const names = await loadRefs(ctx.projectId, partner, [...byPartner.keys()]);
  const nameOf = (id: string) => names.get(id)?.name ?? '';
  const steps = Map.groupBy(orders, order => stepOf(dayOf(order.createdAt, timeZone), query.by));
  const paid = orders.filter(({ status, partnerId }) => partnerId && PAID.includes(status));
  const months = Map.groupBy(
    paid,
    order =>
      `${order.partnerId} ${monthOf(dayOf(order.finishedAt ?? order.createdAt, timeZone))} ${order.commissionRate ?? 0}`,
  );
  return {
    from: now.from,
    to: now.to,
    totals: figuresOf(orders, accepted),
    before: { ...before, ...figuresOf(past.orders, past.accepted) },
    series: stepsOf(now, query.by).map(step => ({ step, ...figuresOf(steps.get(step) ?? [], accepted) })),
    partners: [...byPartner]
      .map(([partnerId, ofPartner]) => ({
        partnerId,
        name: nameOf(partnerId),
        ...figuresOf(ofPartner, accepted),
        list: `${merchantOrder.path}?filter[partnerId][]=${partnerId}`,
      }))
      .toSorted((a, b) => b.commission - a.commission || b.orders - a.orders),
    // Commissions are rounded per order, as fixed when each order ended.
    commissions: [...months.entries()]
      .map(([key, ofMonth]) => {
        const [partnerId = '', month = '', rate = '0'] = key.split(' ');
        const { total, commission } = figuresOf(ofMonth, accepted);
        return {
          partnerId,
          name: nameOf(partnerId),
          month,
          rate: Number(rate),
          orders: ofMonth.length,
          total,
          commission,
        };
      })
      .toSorted((a, b) => (a.month + a.name < b.month + b.name ? -1 : 1)),
  };
}

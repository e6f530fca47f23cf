import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import type { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { afterWorkingTime } from '@lobby/shared/modules/working-time.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { BehaviourOf, DoneOf, Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { records } from '../../kit/store/records.ts';
import { loadRefs, needRef } from '../../kit/store/refs/refs.ts';
import { assertLivesInUnit } from '../resident-form/index.ts';
import { loadCalendar } from '../work-schedule/index.ts';
import { mailPartner, notifyAll } from './order-notices.ts';

type Order = Doc<typeof merchantOrder>;
type OrderValues = Values<typeof merchantOrder>;
const MOST_AHEAD_MS = 30 * DAY_MS;

export const sumOf = (items: Order['items']): number =>
  items.reduce((sum, { quantity, price }) => sum + quantity * (price ?? 0), 0);

/** Ordered items at the prices of the partner's list. */
function pricedItems({ priceList: list }: Doc<typeof utility>, chosen: OrderValues['items']): Order['items'] {
  const items = chosen ?? [];
  if (list.length > 0 && items.length === 0) failFields({ items: { code: 'REQUIRED' } });
  return items.map(({ name, quantity }, n) => {
    const item = list.find(other => other.name === name);
    if (!item) failFields({ [`items.${n}.name`]: { code: 'CHOICE_INVALID' } });
    return { name, quantity: quantity ?? 1, price: item.price };
  });
}

/** Requires the wanted time to be more than an hour and at most a month ahead. */
function assertWantedTimes(ctx: Ctx, { wantedFrom, wantedTo }: OrderValues): void {
  if (typeof wantedFrom !== 'string') return;
  const ahead = new Date(wantedFrom).getTime() - ctx.now.getTime();
  if (ahead < HOUR_MS || ahead > MOST_AHEAD_MS)
    failFields({ wantedFrom: { code: 'ORDER_TIME_INVALID' } }, 'ORDER_TIME_INVALID');
  if (typeof wantedTo === 'string' && wantedTo <= wantedFrom) failFields({ wantedTo: { code: 'END_BEFORE_START' } });
}

/** Whether a partner has a mail address or phone number. */
export const isReachable = ({ email, phone }: Pick<Doc<typeof partner>, 'email' | 'phone'>): boolean =>
  Boolean(email || phone);

/** Whether a partner can be requested automatically: reachable, and has not declined this order. */
export const canBeAsked = (doc: Pick<Order, 'declined'>, candidate: Doc<typeof partner>): boolean =>
  isReachable(candidate) && !doc.declined.some(refusal => refusal.partnerId === candidate._id);

/** Deadline for a partner's answer, counted in working time. */
export async function answerBy(ctx: Ctx): Promise<Date> {
  const ms = ctx.project.merchantAcceptMinutes * MINUTE_MS;
  const calendar = await loadCalendar(ctx.project);
  return afterWorkingTime(calendar, ctx.now, ms) ?? new Date(ctx.now.getTime() + ms);
}

/** Next partner of the order's service who can be requested; null if none is left. */
export async function nextPartner(
  ctx: Ctx,
  doc: Pick<Order, 'utilityId' | 'declined'>,
): Promise<Doc<typeof partner> | null> {
  const amenity = await records(utility).withRemoved().get(ctx, doc.utilityId);
  const ids = [amenity?.partnerId, ...(amenity?.otherPartnerIds ?? [])].flatMap(id => id || []);
  const partners = await loadRefs(ctx.projectId, partner, ids);
  return ids.map(id => partners.get(id)).find(candidate => candidate && canBeAsked(doc, candidate)) ?? null;
}

/** Initial status of an order: its partner is requested at once, or staff do so manually. */
async function begun(ctx: Ctx, amenity: Doc<typeof utility>): Promise<OrderValues> {
  if (amenity.dispatch === 'HAND') return { status: 'PENDING' };
  const id = amenity.partnerId ?? '';
  const candidate = (await loadRefs(ctx.projectId, partner, [id])).get(id);
  if (!candidate || !canBeAsked({ declined: [] }, candidate)) return { status: 'NEW' };
  return { status: 'FINDING_INSTALLER', partnerId: candidate._id, answerBy: await answerBy(ctx) };
}

/** Validates an order and sets its price and commission. */
export const completeOrder: NonNullable<BehaviourOf<typeof merchantOrder>['check']> = async (
  ctx,
  { kind, values, doc },
) => {
  await assertLivesInUnit(ctx, { ...doc, ...values }, values);
  if (kind === 'update' && values.items !== undefined) {
    const amenity = await needRef(ctx, utility, doc.utilityId, 'utilityId');
    const items = pricedItems(amenity, values.items);
    return { ...values, items, quote: sumOf(items) };
  }
  if (kind !== 'create') return values;
  const amenity = await needRef(ctx, utility, values.utilityId ?? '', 'utilityId');
  const shown = ctx.kind !== 'resident' || amenity.visible;
  if (!amenity.partnerId || !amenity.active || !shown)
    failFields({ utilityId: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
  assertWantedTimes(ctx, values);
  const items = pricedItems(amenity, values.items);
  return {
    ...values,
    items,
    quote: sumOf(items),
    commissionRate: amenity.commissionRate,
    warrantyDays: amenity.warrantyDays,
    ...(await begun(ctx, amenity)),
  };
};

/** Sends notifications about a new order, and requests its partner by mail if applicable. */
export const notifyOfOrder = async (
  ctx: Ctx,
  session: Session,
  { kind, doc }: DoneOf<typeof merchantOrder>,
): Promise<void> => {
  if (kind !== 'create') return;
  await notifyAll(ctx, doc, 'MERCHANT_ORDER_NEW', session);
  if (doc.status === 'FINDING_INSTALLER') await mailPartner(ctx, doc, session);
};

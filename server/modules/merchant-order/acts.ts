import { percentOf } from '@lobby/shared/billing/amounts.ts';
import { DAY_MS, dayOf, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { merchantOrder, RESIDENT_LEAVES } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { addFiles } from '../../kit/records/acts/add-files.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import type { Action, ActionsOf, EffectOf, RuleOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { withNotice } from '../resident-form/index.ts';
import { answerBy, isReachable, nextPartner, sumOf } from './begin.ts';
import { moneyRules } from './money/money.ts';
import { mailPartner, withNotices } from './order-notices.ts';
import { endLinks } from './partner/link.ts';

const RATING_DAYS = 30;
type Order = Doc<typeof merchantOrder>;

const instant = (value: string | null | undefined): Date | null => (value ? new Date(value) : null);
const failStatus = async (doc: Doc<typeof merchantOrder>): Promise<never> =>
  fail('STATUS_NOT_ALLOWED', await lastChange(merchantOrder, doc, true));

/** Effect of an act that clears the overdue flag and sends a notification. */
const step = (
  ctx: Ctx,
  doc: Doc<typeof merchantOrder>,
  state: string,
  effect: EffectOf<typeof merchantOrder> = {},
): EffectOf<typeof merchantOrder> =>
  withNotices(ctx, doc, `MERCHANT_ORDER_${state}` as NotificationType, {
    ...effect,
    set: { overdue: false, ...effect.set },
  });

const moved =
  (state: string): RuleOf<typeof merchantOrder> =>
  (ctx, doc) =>
    step(ctx, doc, state);

/** Commission on a price. */
const commissionOf = (total: number | null, rate: number): number => percentOf(total ?? 0, rate);

/** Requests a partner; the previous partner's link expires. */
async function asking(
  ctx: Ctx,
  doc: Doc<typeof merchantOrder>,
  partnerId: string,
  more: Partial<Order> = {},
): Promise<EffectOf<typeof merchantOrder>> {
  const none = { appointmentAt: null, appointmentTo: null, employeeName: null, employeePhone: null, movedBy: null };
  const effect = step(ctx, doc, 'FINDING_INSTALLER', {
    set: { partnerId, answerBy: await answerBy(ctx), ...none, ...more },
  });
  return withNotice(effect, session => mailPartner(ctx, { ...doc, partnerId }, session));
}

const dispatch: Action<typeof merchantOrder, 'dispatch'> = async (ctx, doc, { partnerId }) => {
  const target = await needRef(ctx, partner, partnerId, 'partnerId');
  // Partners who declined may be requested again manually.
  if (!isReachable(target)) failFields({ partnerId: { code: 'PARTNER_NOT_AVAILABLE' } }, 'PARTNER_NOT_AVAILABLE');
  return asking(ctx, doc, target._id);
};

/** Adds the partner to those who declined or did not answer, and are not requested again automatically. */
const without = (ctx: Ctx, doc: Doc<typeof merchantOrder>, reason?: string | null) => ({
  declined: [...doc.declined, { partnerId: doc.partnerId, reason: reason ?? null, at: ctx.now.toISOString() }],
});

const decline: Action<typeof merchantOrder, 'decline'> = (ctx, doc, { reason }) =>
  step(ctx, doc, 'REJECTED_BY_INSTALLER', { set: { answerBy: null, ...without(ctx, doc, reason) } });

/** Requests the next partner of the service after a missing answer. */
const passOn: Action<typeof merchantOrder, 'pass-on'> = async (ctx, doc) => {
  const set = without(ctx, doc, text('vi', 'merchant-order.unanswered'));
  const next = await nextPartner(ctx, { ...doc, ...set });
  return next ? asking(ctx, doc, next._id, set) : failStatus(doc);
};

const assertNotPast = (ctx: Ctx, at: string | null | undefined) => {
  if (at && new Date(at).getTime() < ctx.now.getTime() - HOUR_MS)
    failFields({ appointmentAt: { code: 'DATE_IN_PAST' } });
};

const accept: Action<typeof merchantOrder, 'accept'> = (ctx, doc, { appointmentAt, appointmentTo }) => {
  assertNotPast(ctx, appointmentAt);
  const [at, to] = [instant(appointmentAt) ?? doc.wantedFrom, instant(appointmentTo) ?? doc.wantedTo];
  return step(ctx, doc, 'ACCEPTED', {
    set: { appointmentAt: at, appointmentTo: to, answerBy: null, movedBy: null },
  });
};

const assign: Action<typeof merchantOrder, 'assign'> = (ctx, doc, { name, phone }) =>
  withNotice(
    step(ctx, doc, 'ASSIGNED_TO_EMPLOYEE', { set: { employeeName: name, employeePhone: phone ?? null } }),
    // The previous worker's link expires.
    async session => void (await endLinks(ctx, doc._id, session, ['WORKER'])),
  );

/** Proposes another time, which the other side must confirm. */
const reschedule: Action<typeof merchantOrder, 'reschedule'> = (ctx, doc, { appointmentAt }) => {
  assertNotPast(ctx, appointmentAt);
  const set = { appointmentAt: instant(appointmentAt), appointmentTo: null };
  return step(ctx, doc, 'RESCHEDULED', { set: { ...set, movedBy: ctx.kind === 'resident' ? 'RESIDENT' : 'PARTNER' } });
};

/** Confirms a proposed time; staff may do so for either side. */
const confirmTime: Action<typeof merchantOrder, 'confirm-time'> = (ctx, doc) => {
  const self = { resident: 'RESIDENT', guest: 'PARTNER', staff: '', system: '' }[ctx.kind];
  return doc.movedBy === self ? failStatus(doc) : step(ctx, doc, 'ACCEPTED', { set: { movedBy: null } });
};

const pause: Action<typeof merchantOrder, 'pause'> = (ctx, doc, { nextAt }) =>
  step(ctx, doc, 'IN_PROCESS', { set: { nextAt: instant(nextAt) } });

/** Records the finished work; by default all ordered items. Warranty rounds keep the price. */
const finish: Action<typeof merchantOrder, 'finish'> = async (ctx, doc, { photos, note, items, signature }) => {
  if (!photos || photos.length === 0)
    fail('FINISH_PHOTO_REQUIRED', { fields: { photos: { code: 'FINISH_PHOTO_REQUIRED' } } });
  const files = await addFiles(ctx, merchantOrder, doc, 'finishPhotos', photos);
  const signed = await addFiles(ctx, merchantOrder, doc, 'signature', signature);
  const done = items && items.length > 0 ? items.map(item => ({ quantity: 1, ...item })) : doc.items;
  const set = {
    ...files.set,
    ...signed.set,
    ...(note ? { finishNote: note } : {}),
    ...(doc.round === 1 && { items: done, total: sumOf(done) }),
    finishedAt: ctx.now,
  };
  return step(
    ctx,
    doc,
    'EMPLOYEE_FINISHED',
    withNotice({ ...files, set }, async tx => signed.also?.(tx)),
  );
};

/** Whether the building still has to collect payment. */
const isOwed = ({ collectedBy, paidAt, total }: Order): boolean =>
  collectedBy === 'BUILDING' && !paidAt && (total ?? 0) > 0;

/** Values fixed at the end of an order: commission and warranty; warranty rounds change neither. */
function ended(ctx: Ctx, doc: Order): Partial<Order> {
  if (doc.warrantyUntil) return {};
  const until = new Date(ctx.now.getTime() + doc.warrantyDays * DAY_MS);
  return {
    warrantyUntil: dayOf(until, ctx.project.timeZone),
    commission: commissionOf(doc.total, doc.commissionRate),
  };
}

/** Confirms the work; completes the order unless payment is due. */
const confirm: Action<typeof merchantOrder, 'confirm'> = async (ctx, doc, { signature }) => {
  const files = await addFiles(ctx, merchantOrder, doc, 'signature', signature);
  if (isOwed(doc)) return step(ctx, doc, 'RESIDENT_CONFIRMED', files);
  const set = { ...files.set, ...ended(ctx, doc) };
  return { ...step(ctx, doc, 'COMPLETED', { ...files, set }), status: 'COMPLETED' };
};

const complete: Action<typeof merchantOrder, 'complete'> = (ctx, doc) =>
  step(ctx, doc, 'COMPLETED', { set: ended(ctx, doc) });

const rate: Action<typeof merchantOrder, 'rate'> = (ctx, doc, { rating, comment }) => {
  if (typeof rating !== 'number') return failFields({ rating: { code: 'REQUIRED' } });
  const late = doc.finishedAt && ctx.now.getTime() - doc.finishedAt.getTime() > RATING_DAYS * DAY_MS;
  return late ? failStatus(doc) : step(ctx, doc, 'RATED', { set: { rating, ratingComment: comment ?? null } });
};

const warranty: Action<typeof merchantOrder, 'warranty'> = async (ctx, doc, { photos }) => {
  if (doc.warrantyUntil && doc.warrantyUntil < todayOf(ctx)) fail('WARRANTY_OVER');
  const files = await addFiles(ctx, merchantOrder, doc, 'reasonPhotos', photos);
  return step(ctx, doc, 'WARRANTY_REQUESTED', { ...files, inc: { round: 1 } });
};

/** Cancels an order: staff before the work is done, residents before anybody is on the way; warranty rounds cannot be cancelled. */
const cancel: Action<typeof merchantOrder, 'cancel'> = async (ctx, doc) => {
  const isResident = ctx.kind === 'resident';
  if ((isResident && !isIn(doc.status, RESIDENT_LEAVES)) || doc.round > 1) return failStatus(doc);
  const state = isResident ? 'CANCELLED_BY_RESIDENT' : 'CANCELLED';
  return { ...step(ctx, doc, state), status: state };
};

/** Refuses a warranty round; price and commission of the first round stay. */
const refuseWarranty: Action<typeof merchantOrder, 'refuse-warranty'> = (ctx, doc) =>
  doc.round < 2 ? failStatus(doc) : step(ctx, doc, 'COMPLETED');

/** Effects of each act beside the status change (docs/partner-orders.md). */
export const acts = {
  dispatch,
  decline,
  accept,
  assign,
  reschedule,
  pause,
  finish,
  confirm,
  complete,
  rate,
  warranty,
  cancel,
  receive: moved('PENDING'),
  start: moved('IN_PROCESS'),
  depart: moved('EMPLOYEE_ON_THE_WAY'),
  work: moved('EMPLOYEE_WORKING'),
  dispute: moved('IN_PROCESS'),
  'not-found': (ctx, doc) => step(ctx, doc, 'NO_INSTALLER_FOUND', { set: { answerBy: null } }),
  'confirm-time': confirmTime,
  'refuse-warranty': refuseWarranty,
  'pass-on': passOn,
  'mark-overdue': () => ({ set: { overdue: true } }),
  ...moneyRules,
} satisfies ActionsOf<typeof merchantOrder>;

import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { merchantOrder, ORDERS_PAID, RESIDENT_LEAVES } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { lastChange } from '../../kit/records/last-change.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { senderOf } from '../../platform/accounts/mails.ts';
import { readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { projectOf } from '../../platform/projects/projects.ts';
import { addFiles, subjectOf, telling } from '../resident-form/index.ts';
import { linkFor } from './link.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const subject = (doc: Stored) => ({ ...subjectOf(merchantOrder, doc), title: `${doc.code} ${doc.title}` });

const staffOf = async (ctx: Ctx) => toStaff(await readersOf(ctx.projectId, merchantOrder.code));
const toHousehold = (ctx: Ctx, doc: Stored, type: NotificationType, effect: Effect = {}): Effect =>
  telling(effect, session => notify(ctx, toUnit(doc.unitId), type, subject(doc), session));
const toDesk = (ctx: Ctx, doc: Stored, type: NotificationType, effect: Effect = {}): Effect =>
  telling(effect, async session => notify(ctx, await staffOf(ctx), type, subject(doc), session));

/** Tells the staff of what a household asks for, and a household of what was ordered for it. */
export const tellOfOrder: NonNullable<Behaviour['inTransaction']> = async (ctx, session, { kind, doc }) => {
  if (kind !== 'create') return;
  if (ctx.kind === 'staff') await notify(ctx, toUnit(doc.unitId), 'MERCHANT_ORDER_CREATED', subject(doc), session);
  else await notify(ctx, await staffOf(ctx), 'MERCHANT_ORDER_NEW', subject(doc), session);
};

/** What the building earns of a price. */
export const commissionOf = (price: unknown, percent: unknown): number | null =>
  typeof price === 'number' ? Math.round((price * Number(percent ?? 0)) / 100) : null;

const priced = (doc: Stored, price: unknown) =>
  typeof price === 'number' ? { price, commission: commissionOf(price, doc.commissionRate) } : {};

/** Who can be asked: there is a way to reach it, and it has not refused this order. */
async function refusePartner(doc: Stored, asked: Stored): Promise<void> {
  const refused = doc.status === 'REJECTED_BY_INSTALLER' && doc.partnerId === asked._id;
  if (refused || (!asked.email && !asked.phone))
    failFields({ partnerId: { code: 'PARTNER_NOT_AVAILABLE' } }, 'PARTNER_NOT_AVAILABLE');
}

/** Asks a partner: the link to the order goes to its mailbox, where it has one. */
const dispatch: Rule = async (ctx, doc, { partnerId, answerHours }) => {
  const asked = await needRef(ctx, partner.name, String(partnerId), 'partnerId');
  await refusePartner(doc, asked);
  const project = await projectOf(ctx.projectId);
  const answerBy = new Date(ctx.now.getTime() + Number(answerHours ?? 2) * HOUR_MS);
  const link = linkFor(ctx, { ...doc, partnerId: asked._id });
  const effect: Effect = {
    set: { partnerId: asked._id, answerBy, appointmentAt: null, employeeName: null, employeePhone: null },
    also: async session => {
      if (typeof asked.email !== 'string') return;
      const values = { order: `${doc.code} ${doc.title}`, partner: String(asked.name), project: project?.name ?? '' };
      const sender = senderOf({ whiteLabel: project?.whiteLabel ?? '' });
      await queueMail(
        { kind: 'merchantOrder', to: asked.email, language: 'vi', sender, values: { ...values, token: link.token } },
        ctx.now,
        session,
      );
    },
  };
  return toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', effect);
};

const refusePast = (ctx: Ctx, at: unknown) => {
  if (typeof at === 'string' && new Date(at).getTime() < ctx.now.getTime() - HOUR_MS)
    failFields({ appointmentAt: { code: 'DATE_IN_PAST' } });
};
const scheduled = (at: unknown) => (typeof at === 'string' ? { appointmentAt: new Date(at) } : {});

const accept: Rule = (ctx, doc, { appointmentAt, price }) => {
  refusePast(ctx, appointmentAt);
  const at = appointmentAt ?? (doc.wantedAt instanceof Date ? doc.wantedAt.toISOString() : null);
  const set = { ...scheduled(at), ...priced(doc, price), answerBy: null };
  return toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', { set });
};

const assign: Rule = (ctx, doc, { name, phone }) =>
  toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', {
    set: { employeeName: name, employeePhone: phone ?? null },
  });

/** Another time is asked for: the other side says yes to it. */
const reschedule: Rule = (ctx, doc, { appointmentAt }) => {
  refusePast(ctx, appointmentAt);
  const effect = { set: scheduled(appointmentAt) };
  return ctx.kind === 'resident'
    ? toDesk(ctx, doc, 'MERCHANT_ORDER_WARRANTY', effect)
    : toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', effect);
};

const pause: Rule = (ctx, doc, { nextAt }) =>
  toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', {
    set: { nextAt: typeof nextAt === 'string' ? new Date(nextAt) : null },
  });

const finish: Rule = async (ctx, doc, { photos, note, price }) => {
  if (!Array.isArray(photos) || photos.length === 0)
    fail('FINISH_PHOTO_REQUIRED', { fields: { photos: { code: 'FINISH_PHOTO_REQUIRED' } } });
  const files = await addFiles(ctx, merchantOrder, doc, 'finishPhotos', photos);
  const set = {
    ...files.set,
    ...(note ? { finishNote: note } : {}),
    ...(doc.round === 1 && priced(doc, price)),
    finishedAt: ctx.now,
  };
  return toHousehold(ctx, doc, 'MERCHANT_ORDER_FINISHED', { ...files, set });
};

/** The work is taken over: its warranty begins. One that was done under a warranty lengthens nothing. */
const confirm: Rule = (ctx, doc) => {
  const until = dayOf(new Date(ctx.now.getTime() + Number(doc.warrantyDays ?? 0) * DAY_MS), ctx.project.timeZone);
  const effect = { set: doc.warrantyUntil ? {} : { warrantyUntil: until } };
  return ctx.kind === 'resident'
    ? toDesk(ctx, doc, 'MERCHANT_ORDER_RATED', effect)
    : toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', effect);
};

const rate: Rule = (ctx, doc, { rating, comment }) => {
  if (typeof rating !== 'number') return failFields({ rating: { code: 'REQUIRED' } });
  return toDesk(ctx, doc, 'MERCHANT_ORDER_RATED', { set: { rating, ratingComment: comment ?? null } });
};

const warranty: Rule = (ctx, doc) => {
  if (doc.warrantyUntil && String(doc.warrantyUntil) < dayOf(ctx.now, ctx.project.timeZone)) fail('WARRANTY_OVER');
  return toDesk(ctx, doc, 'MERCHANT_ORDER_WARRANTY', { inc: { round: 1 } });
};

const moved: Rule = (ctx, doc) => toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED');
/** Staff end an order before its work is done, its household before anybody is on the way; what is under warranty is not cancelled. */
const cancel: Rule = async (ctx, doc) => {
  const late = ctx.kind === 'resident' && !RESIDENT_LEAVES.includes(String(doc.status));
  if (late || Number(doc.round) > 1) fail('STATUS_NOT_ALLOWED', await lastChange(merchantOrder, doc, true));
  return ctx.kind === 'resident'
    ? { ...toDesk(ctx, doc, 'MERCHANT_ORDER_CANCELLED'), status: 'CANCELLED_BY_RESIDENT' }
    : toHousehold(ctx, doc, 'MERCHANT_ORDER_CANCELLED');
};
/** The first round stays as it was: its price and its commission. */
const refuseWarranty: Rule = async (ctx, doc) => {
  if (Number(doc.round) < 2) fail('STATUS_NOT_ALLOWED', await lastChange(merchantOrder, doc, true));
  return toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED');
};
const unanswered: Rule = (ctx, doc) => toDesk(ctx, doc, 'MERCHANT_ORDER_DECLINED', { set: { answerBy: null } });

/** What each act on an order does beside its change of status (docs/partner-orders.md). */
export const acts: Readonly<Record<string, Rule>> = {
  ...{ receive: moved, dispatch, accept, assign, start: moved, depart: moved, work: moved, pause, finish, reschedule },
  ...{ confirm, complete: moved, rate, warranty, decline: unanswered, 'not-found': unanswered, cancel },
  ...{ 'confirm-time': moved, dispute: (ctx, doc) => toDesk(ctx, doc, 'MERCHANT_ORDER_WARRANTY') },
  'refuse-warranty': refuseWarranty,
};

/** A price stands with its commission; once it was earned it stays. */
export const keepCommission: NonNullable<Behaviour['check']> = async (_ctx, { kind, values, doc }) => {
  if (kind !== 'update' || values.commissionRate === undefined) return values;
  if (ORDERS_PAID.includes(String(doc.status))) return { ...values, commissionRate: doc.commissionRate };
  return { ...values, commission: commissionOf(doc.price, values.commissionRate) };
};

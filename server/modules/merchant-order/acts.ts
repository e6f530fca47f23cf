import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { merchantOrder, ORDERS_PAID } from '@lobby/shared/modules/merchant-order.ts';
import { partner } from '@lobby/shared/modules/partner.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { queueMail } from '../../kit/mail/queue.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
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
  typeof price === 'number' ? { price, commission: commissionOf(price, doc.commissionPercent) } : {};

/** Asks a partner: the link to the order goes to its mailbox, where it has one. */
const send: Rule = async (ctx, doc, { partnerId, answerHours }) => {
  const asked = await needRef(ctx, partner.name, String(partnerId), 'partnerId');
  const project = await projectOf(ctx.projectId);
  const answerBy = new Date(ctx.now.getTime() + Number(answerHours ?? 24) * HOUR_MS);
  const link = linkFor(ctx, { ...doc, partnerId: asked._id });
  const effect: Effect = {
    set: { partnerId: asked._id, answerBy, scheduledAt: null, workerName: null, workerPhone: null },
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
    failFields({ scheduledAt: { code: 'DATE_IN_PAST' } });
};
const scheduled = (at: unknown) => (typeof at === 'string' ? { scheduledAt: new Date(at) } : {});

const accept: Rule = (ctx, doc, { scheduledAt, price }) => {
  refusePast(ctx, scheduledAt);
  const at = scheduledAt ?? (doc.wantedAt instanceof Date ? doc.wantedAt.toISOString() : null);
  const set = { ...scheduled(at), ...priced(doc, price), answerBy: null };
  return toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', { set });
};

const assign: Rule = (ctx, doc, { workerName, workerPhone, scheduledAt }) => {
  refusePast(ctx, scheduledAt);
  const set = { workerName, workerPhone: workerPhone ?? null, ...scheduled(scheduledAt) };
  return toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', { set });
};

const reschedule: Rule = (ctx, doc, { scheduledAt }) => {
  refusePast(ctx, scheduledAt);
  return toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED', { set: scheduled(scheduledAt) });
};

const finish: Rule = async (ctx, doc, { images, note, price }) => {
  const files = await addFiles(ctx, merchantOrder, doc, 'doneImages', images);
  const set = { ...files.set, ...(note ? { doneNote: note } : {}), ...priced(doc, price), finishedAt: ctx.now };
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
  return toDesk(ctx, doc, 'MERCHANT_ORDER_WARRANTY', { inc: { warranties: 1 } });
};

const moved: Rule = (ctx, doc) => toHousehold(ctx, doc, 'MERCHANT_ORDER_MOVED');
const ended: Rule = (ctx, doc) =>
  ctx.kind === 'resident'
    ? toDesk(ctx, doc, 'MERCHANT_ORDER_CANCELLED')
    : toHousehold(ctx, doc, 'MERCHANT_ORDER_CANCELLED');
const unanswered: Rule = (ctx, doc) => toDesk(ctx, doc, 'MERCHANT_ORDER_DECLINED', { set: { answerBy: null } });

/** What each act on an order does beside its change of status (docs/partner-orders.md). */
export const acts: Readonly<Record<string, Rule>> = {
  ...{ take: moved, send, accept, assign, begin: moved, 'set-out': moved, start: moved, finish, reschedule },
  ...{ confirm, complete: moved, rate, warranty, decline: unanswered, 'no-installer': unanswered },
  ...{ cancel: ended, withdraw: ended },
};

/** A price stands with its commission; once it was earned it stays. */
export const keepCommission: NonNullable<Behaviour['check']> = async (_ctx, { kind, values, doc }) => {
  if (kind !== 'update' || values.commissionPercent === undefined) return values;
  if (ORDERS_PAID.includes(String(doc.status))) return { ...values, commissionPercent: doc.commissionPercent };
  return { ...values, commission: commissionOf(doc.price, values.commissionPercent) };
};

import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { opensAt } from '@lobby/shared/kit/definition.ts';
import type { Subject } from '@lobby/shared/kit/notification-target.ts';
import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { sayDay } from '@lobby/shared/kit/nouns.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { placeCode } from '../../kit/http/guest-link.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import type { Action, ActionsOf, BehaviourOf, EffectOf } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../kit/store/save.ts';
import { loadReaders } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { askDeposit, keepDeposit } from '../deposit/index.ts';
import { subjectOf, withStatusNotice } from '../resident-form/index.ts';
import { feeLines, sumOf } from '../utility/index.ts';
import { loadAmenity } from './amenity-of.ts';
import { afterMiss, afterShow } from './bans/bans.ts';
import { amenityIn, assertNoOverlap, draftOf } from './complete.ts';
import { assertNoRefusal, loadRefusals, spanOf } from './eligibility/eligibility.ts';
import { crowdedBy } from './eligibility/overbooked-requests.ts';
import { loadFollowing, onceEach } from './household/following.ts';
import { moneyActs } from './money/acts.ts';
import { incomeOf, loadDepositOf } from './money/books.ts';
import { isAnyPaid, isPrepaid, owedSet, paidOf, unpaidOf, withSums } from './money/money.ts';
import type { Draft } from './money/pricing.ts';
import { slotsOf, storedSlots } from './slots/occupancy.ts';
import { amenityById, offerFreed } from './waitlist/offers.ts';

const tell = (
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  type: NotificationType,
  effect: EffectOf<typeof utilityBooking> = {},
): EffectOf<typeof utilityBooking> => withStatusNotice(utilityBooking, ctx, doc, type, effect);

/** A booking as subject of notifications, with its start. */
function whenOf(ctx: Ctx, doc: Doc<typeof utilityBooking>): Subject {
  const subject = subjectOf(utilityBooking, doc);
  if (!doc.startAt) return subject;
  const { day, minutes } = clockAt(doc.startAt, ctx.project.timeZone);
  const two = (number: number) => String(number).padStart(2, '0');
  const start = sayDay(`${day} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`);
  return { ...subject, title: `${subject.title} · ${start}` };
}

/** Notifies staff of a resident's booking, and the household of one that staff made. */
export const notifyOfBooking: NonNullable<BehaviourOf<typeof utilityBooking>['inTransaction']> = async (
  ctx,
  session,
  { kind, doc },
) => {
  if (kind !== 'create') return;
  const subject = whenOf(ctx, doc);
  if (ctx.kind === 'staff') return notify(ctx, toUnit(doc.unitId), 'BOOKING_CREATED', subject, session);
  const readers = await loadReaders(ctx.projectId, utilityBooking.code);
  await notify(ctx, toStaff(readers), 'BOOKING_NEW', subject, session);
};

/** Approves: prepayments must be made, and the places must still be free. */
const approve: Action<typeof utilityBooking, 'approve'> = async (ctx, doc) => {
  if (doc.payBeforeAt && !isPrepaid(doc)) fail('BOOKING_NOT_PAID');
  return tell(ctx, doc, 'BOOKING_APPROVED', {
    set: { noRoom: false },
    // Before anything is written: of many approvals at once, those that come too late would lock the requests that the first one marks.
    first: session => assertNoOverlap(ctx, doc, session),
    with: await crowdedBy(ctx, doc, true),
  });
};

/** Withdraws the request for a deposit. */
const givenUp = async (
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  reason: string | null | undefined,
): Promise<Pick<EffectOf<typeof utilityBooking>, 'set' | 'with'>> =>
  doc.depositStatus === 'WAIT_FOR_DEPOSIT'
    ? { set: { depositStatus: 'REJECTED' }, with: await askDeposit(ctx, await loadDepositOf(ctx, doc), 0, reason) }
    : {};

/** Offers freed places to the waiting list before others can book them. */
const freedBy = async (ctx: Ctx, doc: Doc<typeof utilityBooking>): Promise<Change[]> => [
  ...(await offerFreed(ctx, await amenityById(ctx, doc.utilityId), spanOf(slotsOf(doc.slots)), doc._id)),
  ...(await crowdedBy(ctx, doc, false)),
];

/** Rejects; a booking with payments is cancelled instead. */
const reject: Action<typeof utilityBooking, 'reject'> = async (ctx, doc, { reason }) => {
  if (isAnyPaid(doc)) fail('BOOKING_HAS_PAYMENT');
  const up = await givenUp(ctx, doc, reason);
  return tell(ctx, doc, 'BOOKING_REJECTED', { ...up, with: [...(up.with ?? []), ...(await freedBy(ctx, doc))] });
};

const WHO = { resident: 'RESIDENT', staff: 'BUILDING', guest: 'BUILDING', system: 'SYSTEM' } as const;

/** Changes at the end of a booking: freed places, and refunds that stay due until paid out. */
async function endOf(
  ctx: Ctx,
  doc: Doc<typeof utilityBooking>,
  reason?: string | null,
): Promise<EffectOf<typeof utilityBooking>> {
  const up = await givenUp(ctx, doc, reason);
  const set = {
    ...owedSet(doc, ctx.now, ctx.kind !== 'resident'),
    ...up.set,
    cancelledBy: WHO[ctx.kind],
    cancelledAt: ctx.now,
    ...(reason ? { reason } : {}),
  };
  return {
    ...up,
    set,
    with: [...(up.with ?? []), ...(await freedBy(ctx, doc))],
    ...(isAnyPaid(doc) && { status: 'WAITING_FOR_CANCELLED' }),
  };
}

/** Cancels; the household sees the refund first, and must confirm again if it has become smaller. */
export const cancel: Action<typeof utilityBooking, 'cancel'> = async (ctx, doc, input) => {
  const { scope, reason } = input;
  const amount = 'amount' in input ? input.amount : undefined;
  if (ctx.kind === 'resident' && (doc.status === 'WAITING_FOR_COMPLETED' || (doc.startAt && doc.startAt <= ctx.now)))
    fail('STATUS_NOT_ALLOWED', await lastChange(utilityBooking, doc, true));
  const effect = await endOf(ctx, doc);
  const following = scope === 'FOLLOWING' ? await loadFollowing(ctx, doc) : [];
  const more: Change[] = [...(effect.with ?? [])];
  const sets = [effect.set];
  for (const booking of following) {
    const { set, status = 'CANCELLED', with: others = [] } = await endOf(ctx, booking, reason);
    sets.push(set);
    more.push({ definition: utilityBooking, action: 'cancel', update: { doc: booking, set: { ...set, status } } });
    more.push(...onceEach(more, others));
  }
  const back = sets.reduce((sum, set) => sum + DUES.reduce((part, name) => part + (set?.[name] ?? 0), 0), 0);
  if (typeof amount === 'number' && back < amount) fail('DATA_STALE', { current: { amount: back } });
  return tell(ctx, doc, 'BOOKING_CANCELLED', { ...effect, with: more });
};
const DUES = ['dueFee', 'dueSurcharge', 'dueDeposit'] as const;

/** Lapses: not approved or not paid in time. */
const lapse: Action<typeof utilityBooking, 'lapse'> = async (ctx, doc) => {
  const late = doc.payBeforeAt && !isPrepaid(doc) ? 'unpaid' : 'begun';
  return tell(ctx, doc, 'BOOKING_LAPSED', await endOf(ctx, doc, text('vi', `utility-booking.lapsed.${late}`)));
};

const begin: Action<typeof utilityBooking, 'begin'> = (ctx, doc) => tell(ctx, doc, 'BOOKING_BEGUN');

/** Completes: paid, or with a reason why not. The deposit can be refunded from now on. */
const complete: Action<typeof utilityBooking, 'complete'> = async (ctx, doc, { withoutPayment, reason }) => {
  const open = unpaidOf(doc) > 0;
  if (open && withoutPayment !== true) fail('BOOKING_UNPAID');
  if (open && !reason) failFields({ reason: { code: 'REQUIRED' } });
  const up = open ? await givenUp(ctx, doc, reason) : {};
  const set = {
    ...withSums(doc, { dueDeposit: paidOf(doc, 'DEPOSIT'), ...(open && { closeReason: reason }) }),
    ...up.set,
  };
  return tell(ctx, doc, 'BOOKING_COMPLETED', { ...up, set });
};

/** Checks in: residents by the code at the door, staff by hand. */
const checkIn: Action<typeof utilityBooking, 'check-in'> = async (ctx, doc, { token, at }) => {
  const to = doc.endAt ?? ctx.now;
  const from = opensAt(utilityBooking.actions['check-in'], doc, ctx.project.timeZone) ?? to;
  if (ctx.kind === 'resident' && token !== placeCode(ctx.projectId, doc.utilityId))
    failFields({ token: { code: 'INVALID' } });
  // Check-ins noted offline count at their own time.
  const seen = ctx.kind === 'staff' && at ? new Date(at) : ctx.now;
  if (seen > ctx.now) failFields({ at: { code: 'DATE_IN_FUTURE' } });
  if (seen < from || seen > to) fail('CHECK_IN_TOO_EARLY', { from: from.toISOString(), to: to.toISOString() });
  if (doc.checkedInAt) fail('STATUS_CHANGED', await lastChange(utilityBooking, doc, true));
  const set = { checkedInAt: seen, checkedInBy: ctx.actor.name };
  if (doc.noShow !== true) return { set };
  return { set: { ...set, noShow: false }, ...(await afterShow(ctx, await loadAmenity(ctx, doc), doc)) };
};

/** Period in which a completed booking may be marked as no-show; `TAKEN_BACK_MS`: in which the mark may be withdrawn. */
const MARKED_MS = 7 * DAY_MS;
const TAKEN_BACK_MS = 30 * DAY_MS;

/** Marks a no-show: the booking completes as usual, but too many of them lead to a ban of the household. */
const noShow: Action<typeof utilityBooking, 'no-show'> = async (ctx, doc, { note }) => {
  const { endAt } = doc;
  if (doc.checkedInAt) fail('BOOKING_CHECKED_IN');
  const late = doc.status === 'COMPLETED' && endAt && ctx.now.getTime() > endAt.getTime() + MARKED_MS;
  if (late || (doc.status === 'APPROVED' && endAt && endAt > ctx.now))
    fail('STATUS_NOT_ALLOWED', await lastChange(utilityBooking, doc, true));
  const then = await afterMiss(ctx, await loadAmenity(ctx, doc), doc);
  return tell(ctx, doc, 'BOOKING_NO_SHOW', {
    set: { noShow: true, noShowAt: ctx.now, noShowNote: note ?? null },
    ...then,
  });
};

/** Withdraws a no-show mark, and a ban based on it. */
const show: Action<typeof utilityBooking, 'show'> = async (ctx, doc, { reason }) => {
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
  const since = doc.noShowAt ?? doc.endAt;
  if (since && ctx.now.getTime() > since.getTime() + TAKEN_BACK_MS)
    fail('STATUS_NOT_ALLOWED', await lastChange(utilityBooking, doc, false));
  const then = await afterShow(ctx, await loadAmenity(ctx, doc), doc);
  return tell(ctx, doc, 'BOOKING_SHOWN', { set: { noShow: false, noShowNote: reason }, ...then });
};

/** Moves to other frames of the same price: checked again within the transaction, the status stays. */
const move: Action<typeof utilityBooking, 'move'> = async (ctx, doc, { slots }) => {
  if (ctx.kind === 'resident' && doc.status !== 'PENDING')
    fail('STATUS_NOT_ALLOWED', await lastChange(utilityBooking, doc, true));
  const draft = draftOf({ ...doc, slots });
  const amenity = await loadAmenity(ctx, doc);
  const around = { except: doc._id, unitId: doc.unitId };
  assertNoRefusal(await loadRefusals(ctx, amenity, draft, doc.unitId, around));
  const cost = (of: Draft) => sumOf(feeLines(amenity, of.slots, of.quantity, ctx.project.timeZone));
  if (cost(draft) !== cost(draftOf(doc)) && doc.total > 0) fail('BOOKING_PRICE_DIFFERS');
  const { from: startAt, to: endAt } = spanOf(draft.slots);
  const late = startAt.getTime() - (doc.startAt ?? startAt).getTime();
  const payBeforeAt = doc.payBeforeAt && new Date(doc.payBeforeAt.getTime() + late);
  const set = { slots: storedSlots(draft.slots), startAt, endAt, payBeforeAt, lapseTold: false };
  return tell(ctx, doc, 'BOOKING_MOVED', {
    set,
    with: await freedBy(ctx, doc),
    async also(session) {
      const now = await amenityIn(ctx, doc, session);
      if (now.version !== amenity.version) throw new VersionConflict();
      assertNoRefusal(await loadRefusals(ctx, now, draft, doc.unitId, { ...around, session }));
    },
  });
};

/** Waives the remaining refund, which stays with the building. */
const waive: Action<typeof utilityBooking, 'waive'> = async (ctx, doc, { reason }) => {
  if (!reason) failFields({ reason: { code: 'REQUIRED' } });
  const held = doc.depositStatus === 'DEPOSITED';
  const deposit = held && {
    deduction: paidOf(doc, 'DEPOSIT'),
    deductionReason: reason,
    depositStatus: 'REFUNDED' as const,
  };
  const none = { dueFee: 0, dueSurcharge: 0, dueDeposit: 0, refundDue: false };
  return tell(ctx, doc, 'BOOKING_CANCELLED', {
    set: { closeReason: reason, ...none, ...deposit },
    with: held ? await keepDeposit(ctx, doc._id, reason, incomeOf(doc)) : [],
  });
};

/** Warns the household once that its booking is about to lapse. */
const warn: Action<typeof utilityBooking, 'warn'> = (ctx, doc) =>
  tell(ctx, doc, 'BOOKING_LAPSING', { set: { lapseTold: true } });

export const acts = {
  ...moneyActs,
  approve,
  reject,
  cancel,
  lapse,
  begin,
  complete,
  move,
  waive,
  warn,
  'check-in': checkIn,
  'no-show': noShow,
  show,
} satisfies ActionsOf<typeof utilityBooking>;

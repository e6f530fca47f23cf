import type { NotificationType } from '@lobby/shared/kit/notification-topics.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { PROMISED, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { placeCode } from '../../kit/http/guest-link.ts';
import type { Effect, Rule } from '../../kit/records/act.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { readersOf } from '../../platform/auth/readers.ts';
import { notify, toStaff, toUnit } from '../../platform/notifications/notifications.ts';
import { subjectOf, told } from '../resident-form/index.ts';
import type { Amenity } from '../utility/index.ts';
import { refuseOverlap } from './complete.ts';
import { giveBack, isAnyPaid, isSettledBut, owedOf, type Part, shareOfFee, takePayment } from './money.ts';
import { refundPercent } from './terms.ts';

const tell = (ctx: Ctx, doc: Stored, type: NotificationType, effect: Effect = {}): Effect =>
  told(utilityBooking, ctx, doc, type, effect);

const amenityOf = async (ctx: Ctx, doc: Stored) =>
  (await needRef(ctx, utility.name, String(doc.utilityId), 'utilityId')) as Amenity;

/** Tells the staff of a booking that waits, and the household of one that was made for it. */
export const tellOfBooking: NonNullable<Behaviour['inTransaction']> = async (ctx, session, { kind, doc }) => {
  if (kind !== 'create') return;
  const subject = subjectOf(utilityBooking, doc);
  if (ctx.kind === 'staff') return notify(ctx, toUnit(doc.unitId), 'UTILITY_BOOKING_CREATED', subject, session);
  const readers = await readersOf(ctx.projectId, utilityBooking.code);
  await notify(ctx, toStaff(readers), 'UTILITY_BOOKING_NEW', subject, session);
};

/** Promises the places: a booking that was to be paid first has been paid, and no others were promised them meanwhile. */
const approve: Rule = (ctx, doc) => {
  if (doc.payBy && doc.feeState === 'UNPAID') fail('BOOKING_NOT_PAID');
  const effect = {
    also: (session: Parameters<NonNullable<Effect['also']>>[0]) => refuseOverlap(ctx, doc, PROMISED, session),
  };
  return tell(ctx, doc, 'UTILITY_BOOKING_APPROVED', effect);
};

/** Ends a booking, or has it wait for what goes back of what was paid (domain.md, Booking). */
const ended = (doc: Stored, percent: number): Effect => ({
  set: { refundDue: shareOfFee(doc, percent) },
  ...(isAnyPaid(doc) && { status: 'WAITING_FOR_CANCELLED' }),
});

/** The building does not agree: all goes back. */
const reject: Rule = (ctx, doc) => tell(ctx, doc, 'UTILITY_BOOKING_REJECTED', ended(doc, 100));

/** What goes back when a booking is cancelled now: the fee by its tier, the rest as it was paid. */
export async function cancellationOf(ctx: Ctx, doc: Stored) {
  const percent = refundPercent(await amenityOf(ctx, doc), new Date(String(doc.startAt)), ctx.now);
  const back = { ...doc, refundDue: shareOfFee(doc, percent) };
  return { percent, fee: owedOf(back, 'fee'), deposit: owedOf(back, 'deposit'), surcharge: owedOf(back, 'surcharge') };
}

const cancel: Rule = async (ctx, doc) => {
  if (ctx.kind === 'resident' && doc.status === 'WAITING_FOR_COMPLETED') fail('BOOKING_BEGUN');
  const percent = refundPercent(await amenityOf(ctx, doc), new Date(String(doc.startAt)), ctx.now);
  return tell(ctx, doc, 'UTILITY_BOOKING_CANCELLED', ended(doc, percent));
};

/** Nobody agreed to it in time, or it was not paid in time. */
const lapse: Rule = (ctx, doc) => {
  const late =
    doc.payBy && doc.feeState === 'UNPAID' ? 'utility-booking.lapsed.unpaid' : 'utility-booking.lapsed.begun';
  const effect = ended(doc, 100);
  return tell(ctx, doc, 'UTILITY_BOOKING_CANCELLED', { ...effect, set: { ...effect.set, reason: text('vi', late) } });
};

const begin: Rule = (ctx, doc) => tell(ctx, doc, 'UTILITY_BOOKING_BEGUN');
const complete: Rule = (ctx, doc) => tell(ctx, doc, 'UTILITY_BOOKING_COMPLETED');

const isOver = (ctx: Ctx, doc: Stored) => doc.status === 'PENDING' && new Date(String(doc.endAt)) <= ctx.now;

/** Takes the fee, and with it the deposit, of which the amount is confirmed. What only waited for that is agreed to. */
const payFee: Rule = async (ctx, doc, { depositAmount, method }) => {
  if (isOver(ctx, doc)) fail('BOOKING_PAY_TOO_LATE');
  const withDeposit = doc.depositState === 'UNPAID';
  if (withDeposit && typeof depositAmount !== 'number') failFields({ depositAmount: { code: 'REQUIRED' } });
  if (withDeposit && depositAmount !== doc.deposit)
    failFields({ depositAmount: { code: 'BOOKING_DEPOSIT_DIFFERS' } }, 'BOOKING_DEPOSIT_DIFFERS');
  const parts: Part[] = withDeposit ? ['fee', 'deposit'] : ['fee'];
  const { approval } = await amenityOf(ctx, doc);
  const agreed = doc.status === 'PENDING' && !approval;
  return tell(ctx, doc, 'UTILITY_BOOKING_PAID', {
    set: { ...takePayment(ctx, parts, method), ...(agreed && { status: 'APPROVED' }) },
  });
};

/** Takes the surcharge: as it was agreed, or as it has come to be. */
const paySurcharge: Rule = (ctx, doc, { amount, method }) => {
  if (isOver(ctx, doc)) fail('BOOKING_PAY_TOO_LATE');
  const due = typeof amount === 'number' ? amount : Number(doc.surcharge);
  if (due <= 0) failFields({ amount: { code: 'REQUIRED' } });
  const total = Number(doc.fee) + Number(doc.deposit) + due;
  return tell(ctx, doc, 'UTILITY_BOOKING_PAID', {
    set: { surcharge: due, total, ...takePayment(ctx, ['surcharge'], method) },
  });
};

/** Gives a part back: what was promised, or what is said. The last of them ends a cancelled booking. */
const refund =
  (part: Part): Rule =>
  (ctx, doc, { amount }) => {
    const given = typeof amount === 'number' ? amount : owedOf(doc, part);
    const over = doc.status === 'WAITING_FOR_CANCELLED' && isSettledBut(doc, part);
    return tell(ctx, doc, 'UTILITY_BOOKING_REFUNDED', {
      set: { ...giveBack(ctx, doc, part, given), ...(over && { status: 'CANCELLED' }) },
    });
  };

/** From so long before its time a household may check in. */
const EARLY_MS = 30 * 60_000;

/** Somebody is here: a household by the code at the door, staff by seeing them. */
const checkIn: Rule = (ctx, doc, { doorCode }) => {
  if (ctx.kind === 'resident') {
    if (doorCode !== placeCode(ctx.projectId, String(doc.utilityId)))
      failFields({ doorCode: { code: 'BOOKING_DOOR_CODE_WRONG' } }, 'BOOKING_DOOR_CODE_WRONG');
    const [from, to] = [new Date(String(doc.startAt)), new Date(String(doc.endAt))];
    if (ctx.now.getTime() < from.getTime() - EARLY_MS || ctx.now > to) fail('BOOKING_NOT_NOW');
  }
  return { set: { checkedInAt: doc.checkedInAt ?? ctx.now } };
};

/** Nobody came: a household that does so too often may not book for a while (refusals.ts). */
const noShow: Rule = (ctx, doc) => tell(ctx, doc, 'UTILITY_BOOKING_NO_SHOW', { set: { noShow: true } });

export const acts: Readonly<Record<string, Rule>> = {
  approve,
  reject,
  cancel,
  lapse,
  begin,
  complete,
  'check-in': checkIn,
  'no-show': noShow,
  waive: (ctx, doc) => tell(ctx, doc, 'UTILITY_BOOKING_CANCELLED'),
  'pay-manual-fee': payFee,
  'pay-manual-surcharge': paySurcharge,
  'refund-fee': refund('fee'),
  'refund-deposits': refund('deposit'),
  'refund-surcharge': refund('surcharge'),
};

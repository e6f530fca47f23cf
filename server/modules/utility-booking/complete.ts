import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import type { DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { needRef } from '../../kit/store/refs/refs.ts';
import { VersionConflict } from '../../kit/store/save.ts';
import { assertLivesInUnit } from '../resident-form/index.ts';
import { type Amenity, takeTurnAt } from '../utility/index.ts';
import {
  assertNoRefusal,
  loadRefusals,
  mayOverride,
  type Refused,
  refusedByRoom,
  spanOf,
} from './eligibility/eligibility.ts';
import { paymentStateOf } from './money/money.ts';
import { type Draft, termsOf } from './money/pricing.ts';
import { type Around, type Booking, slotsOf, storedSlots } from './slots/occupancy.ts';

type BookingValues = Values<typeof utilityBooking>;
/** What a booking asks for: given, stored, or of a wait. */
type Asked = Pick<BookingValues, 'slots' | 'quantity' | 'surcharges'>;

/** Fields that are fixed once a booking is made; slots change by moving it only. */
const ASKED = ['unitId', 'utilityId', 'slots', 'quantity', 'surcharges', 'rulesAgreed'] as const;
const IMAGES_IN = ['PENDING', 'WAITING_FOR_COMPLETED'];

export const draftOf = ({ slots, quantity, surcharges }: Asked): Draft => ({
  slots: slotsOf(slots ?? []),
  quantity: quantity ?? 1,
  surcharges: (surcharges ?? []).map(surcharge => ({ quantity: 1, ...surcharge })),
});

/** Initial status: pending if it needs approval or a prepayment (domain.md, Booking). */
function statusOf(ctx: Ctx, { approval }: Amenity, due: boolean): 'PENDING' | 'APPROVED' {
  if (due) return 'PENDING';
  return approval === 'AUTO' || ctx.kind !== 'resident' ? 'APPROVED' : 'PENDING';
}

/** Cost by the current terms, which the booking keeps. */
function begun(ctx: Ctx, amenity: Amenity, draft: Draft) {
  const terms = termsOf(amenity, draft, ctx.now, ctx.project.timeZone);
  return {
    ...terms,
    groupId: amenity.groupId,
    slots: storedSlots(draft.slots),
    paymentState: paymentStateOf({ ...terms, paidFee: 0, paidSurcharge: 0 }),
    depositStatus: terms.deposit > 0 ? ('WAIT_FOR_DEPOSIT' as const) : ('NONE' as const),
    status: statusOf(ctx, amenity, terms.payBeforeAt !== null || terms.deposit > 0),
  };
}

/** Reasons against a booking, without those that staff override with a reason; a booking in the past cannot be overridden. */
async function refusals(ctx: Ctx, amenity: Amenity, doc: BookingValues, around: Around): Promise<Refused[]> {
  const draft = draftOf(doc);
  const all = await loadRefusals(ctx, amenity, draft, doc.unitId ?? null, around);
  const past = draft.slots.length > 0 && spanOf(draft.slots).from < ctx.now;
  return doc.overridden === true
    ? all.filter(refusal => !mayOverride(refusal) || (past && refusal.code === 'OUTSIDE_PRE_ORDER_TIME_SLOT'))
    : all;
}

/** Refuses what the amenity does not offer; returns the booking with its cost. */
export async function completeBooking(
  ctx: Ctx,
  { kind, values, doc }: RequestOf<typeof utilityBooking>,
): Promise<BookingValues> {
  if (kind === 'remove') return values;
  if (doc) {
    await assertLivesInUnit(ctx, { ...doc, ...values }, values);
    return keptAsMade(values, doc);
  }
  const amenity = await needRef(ctx, utility, values.utilityId ?? '', 'utilityId');
  const agreed = values.rulesAgreed === true;
  if (ctx.kind === 'resident' && amenity.rulesVersion > 0 && (amenity.rules || amenity.rulesFile.length > 0) && !agreed)
    failFields({ rulesAgreed: { code: 'RULES_NOT_AGREED' } }, 'RULES_NOT_AGREED');
  const found = await refusals(ctx, amenity, values, {});
  assertNoRefusal(found);
  return {
    ...values,
    ...begun(ctx, amenity, draftOf(values)),
    rulesVersion: amenity.rulesVersion,
    ...(agreed && { agreedAt: ctx.now }),
  };
}

/** An edit keeps the fields of the booking; payment images are accepted while something can be paid. */
async function keptAsMade(values: BookingValues, doc: Doc<typeof utilityBooking>): Promise<BookingValues> {
  const other = ASKED.find(name => values[name] !== undefined && !alike(values[name], doc[name]));
  if (other) failFields({ [other]: { code: 'INVALID' } });
  if (values.paymentImages !== undefined && !IMAGES_IN.includes(doc.status))
    fail('STATUS_NOT_ALLOWED', await lastChange(utilityBooking, doc, true));
  return values;
}

const alike = (a: unknown, b: unknown) => {
  const plain = (value: unknown) => (Array.isArray(value) && value[0]?.from ? storedSlots(slotsOf(value)) : value);
  return JSON.stringify(plain(a) ?? null) === JSON.stringify(plain(b) ?? null);
};

/** Amenity of a booking within a transaction, serialised with other changes. */
export async function amenityIn(ctx: Ctx, doc: Pick<Booking, 'utilityId'>, session: Session): Promise<Amenity> {
  const find = () => records(utility).in(session).get(ctx, doc.utilityId);
  const found = await find();
  if (!found) return failFields({ utilityId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  await takeTurnAt(found, session);
  return found;
}

const COMPARED = ['fee', 'deposit', 'surcharge', 'groupId', 'status'] as const;

/** Reserves the places of a new booking; concurrent ones are serialised (proof.md, F12). */
export const keepPlace = async (
  ctx: Ctx,
  session: Session,
  { kind, doc }: DoneOf<typeof utilityBooking>,
): Promise<void> => {
  if (kind !== 'create') return;
  const amenity = await amenityIn(ctx, doc, session);
  const now = begun(ctx, amenity, draftOf(doc));
  // The amenity has changed while the booking was made: a retry checks again.
  if (COMPARED.some(name => now[name] !== doc[name])) throw new VersionConflict();
  assertNoRefusal(await refusals(ctx, amenity, doc, { except: doc._id, session, made: true }));
};

/** Refuses places promised to others meanwhile. */
export async function assertNoOverlap(ctx: Ctx, doc: Doc<typeof utilityBooking>, session: Session): Promise<void> {
  const amenity = await amenityIn(ctx, doc, session);
  const around = { except: doc._id, promised: true, session };
  const code = 'APPROVED_BOOKING_AT_THE_SAME_TIME';
  assertNoRefusal(await refusedByRoom(ctx, amenity, draftOf(doc), around, code));
}

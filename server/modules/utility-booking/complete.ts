import { resident } from '@lobby/shared/modules/resident.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import type { Behaviour, Request } from '../../kit/records/behaviour.ts';
import { needRef } from '../../kit/store/refs.ts';
import { Overtaken } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { type Amenity, takeTurnAt } from '../utility/index.ts';
import { type Booking, slotsOf } from './places.ts';
import { refuseBy, refusedByRoom, refusedByTerms, refusedByUnit } from './refusals.ts';
import { type Draft, termsOf } from './terms.ts';

type Values = Record<string, unknown>;

/** What a booking stands on: once money is here, or somebody has agreed to it, it stays. */
const ASKED = ['unitId', 'utilityId', 'slots', 'quantity'] as const;

const draftOf = ({ slots, quantity }: Values): Draft => ({
  slots: slotsOf(Array.isArray(slots) ? slots : []),
  quantity: Number(quantity ?? 1),
});

const isPaid = (doc: Stored) =>
  [doc.feeState, doc.depositState, doc.surchargeState].some(state => state === 'PAID' || state === 'REFUNDED');
const stateOf = (due: number) => (due > 0 ? 'UNPAID' : 'NONE');

/** What a booking costs, and how it begins: it waits where somebody has to agree, or has to pay first (domain.md, Booking). */
function begun(ctx: Ctx, amenity: Amenity, draft: Draft): Values {
  const terms = termsOf(amenity, draft, ctx.now, ctx.project.timeZone);
  return {
    ...terms,
    groupId: amenity.groupId,
    slots: draft.slots.map(({ startAt, endAt }) => ({ startAt: startAt.toISOString(), endAt: endAt.toISOString() })),
    feeState: stateOf(terms.fee + terms.deposit),
    depositState: stateOf(terms.deposit),
    surchargeState: stateOf(terms.surcharge),
    status: amenity.approval || terms.payBy ? 'PENDING' : 'APPROVED',
  };
}

const bookerOf = async (ctx: Ctx, { bookerName, residentId }: Values): Promise<Values> =>
  !bookerName && typeof residentId === 'string'
    ? { bookerName: (await needRef(ctx, resident.name, residentId, 'residentId')).name }
    : {};

/** Refuses what the amenity does not offer; answers the booking with what it costs. */
async function completeBooking(ctx: Ctx, { kind, values, doc }: Request): Promise<Values> {
  if (kind === 'remove') return doc && isPaid(doc) ? fail('BOOKING_FIXED') : values;
  if (doc && !ASKED.some(name => values[name] !== undefined)) return values;
  if (doc && (doc.status !== 'PENDING' || isPaid(doc))) fail('BOOKING_FIXED');
  const whole: Values = { ...doc, ...values };
  const amenity = (await needRef(ctx, utility.name, String(whole.utilityId), 'utilityId')) as Amenity;
  if (!doc && ctx.kind === 'resident' && amenity.rules && values.rulesAgreed !== true)
    failFields({ rulesAgreed: { code: 'BOOKING_RULES_NOT_AGREED' } }, 'BOOKING_RULES_NOT_AGREED');
  const draft = draftOf(whole);
  refuseBy(refusedByTerms(ctx, amenity, draft));
  return {
    ...values,
    ...(!doc && (await bookerOf(ctx, values))),
    ...begun(ctx, amenity, draft),
  };
}

/** The amenity of a booking as it is within a transaction, after its turn was taken. */
export async function amenityIn(ctx: Ctx, doc: Stored, session: Session): Promise<Amenity> {
  await takeTurnAt(doc.groupId, session);
  const found = await modelOf(utility)
    .findOne({ projectId: ctx.projectId, _id: doc.utilityId, deletedAt: null })
    .session(session)
    .lean<Amenity>();
  return found ?? failFields({ utilityId: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
}

/** Keeps the places of a new or moved booking: of two at once the second finds the first (proof.md, F12). */
export const keepPlace: NonNullable<Behaviour['inTransaction']> = async (ctx, session, { doc, before }) => {
  if (!doc || (before && ASKED.every(name => JSON.stringify(before[name]) === JSON.stringify(doc[name])))) return;
  const booking = doc as Booking;
  const amenity = await amenityIn(ctx, doc, session);
  const draft = draftOf(booking);
  const now = begun(ctx, amenity, draft);
  // The amenity was changed while the booking was being made: it is looked at again.
  if (['fee', 'deposit', 'surcharge', 'groupId', 'status'].some(name => now[name] !== doc[name])) throw new Overtaken();
  const around = { except: doc._id, unitId: booking.unitId, session };
  refuseBy(refusedByTerms(ctx, amenity, draft));
  refuseBy(await refusedByRoom(ctx, amenity, draft, around));
  refuseBy(await refusedByUnit(ctx, amenity, draft, booking.unitId, around));
};

/** Refuses to promise what was promised to others meanwhile. */
export async function refuseOverlap(ctx: Ctx, doc: Stored, holding: readonly string[], session: Session) {
  const amenity = await amenityIn(ctx, doc, session);
  refuseBy(await refusedByRoom(ctx, amenity, draftOf(doc), { except: doc._id, holding, session }, 'BOOKING_OVERLAPS'));
}

export const completeRule: NonNullable<Behaviour['check']> = completeBooking;

import { dayOf } from '@lobby/shared/kit/dates.ts';
import { utility, utilityGroup } from '@lobby/shared/modules/utility.ts';
import { OPEN_BOOKINGS, type UtilityBooking, utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import type { Behaviour, Done } from '../../kit/records/behaviour.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { type Amenity, isClosed } from './frames.ts';

/** What bookings of an amenity stand on: as long as there are open ones, it stays as it is (rules.md 5). */
const STOOD_ON = [
  ...['groupId', 'type', 'serveTimes', 'step', 'capacity', 'share', 'usageLimit', 'unitLimit', 'openLimit'],
  ...['preorderUnit', 'preorderMin', 'preorderMax', 'approval', 'price', 'priceUnit', 'coefficients', 'deposit'],
  ...['surcharge', 'payFirst', 'payBefore', 'noRefundHours', 'refundTiers'],
] as const;

/** Acts on the bookings of a group, and on what they stand on, follow each other. */
export const takeTurnAt = (groupId: unknown, session: Session): Promise<void> =>
  takeTurn(`amenities ${groupId}`, session);

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const openBookings = (projectId: string, of: Record<string, unknown>, session: Session) =>
  modelOf(utilityBooking)
    .find({ projectId, ...of, deletedAt: null, status: { $in: [...OPEN_BOOKINGS] } })
    .session(session)
    .maxTimeMS(2000)
    .lean<(Pick<UtilityBooking, 'slots'> & Stored)[]>();

/** Refuses to change what open bookings stand on, to close an amenity that is booked, and a share that its group has not. */
async function keepPromises(ctx: Ctx, session: Session, { doc, before }: Done): Promise<void> {
  if (!doc) return;
  const after = doc as Amenity;
  await takeTurnAt((before ?? doc).groupId, session);
  const group = await modelOf(utilityGroup)
    .findOne({ projectId: ctx.projectId, _id: doc.groupId })
    .session(session)
    .lean<Stored>();
  if (typeof group?.capacity === 'number' && after.share > group.capacity)
    failFields({ share: { code: 'UTILITY_SHARE_TOO_LARGE' } }, 'UTILITY_SHARE_TOO_LARGE');
  if (!before) return;
  const changed = STOOD_ON.find(name => !same(before[name], after[name]));
  const closes = before.active !== false && !after.active;
  if (!changed && !closes && same(before.blackouts, after.blackouts)) return;
  const open = await openBookings(ctx.projectId, { utilityId: doc._id }, session);
  if (changed && open.length > 0) failFields({ [changed]: { code: 'AMENITY_HAS_ORDERS' } }, 'AMENITY_HAS_ORDERS');
  if (closes && open.length > 0) failFields({ active: { code: 'AMENITY_IN_USE' } }, 'AMENITY_IN_USE');
  const days = open.flatMap(({ slots }) => slots.map(({ startAt }) => dayOf(new Date(startAt), ctx.project.timeZone)));
  if (days.some(day => isClosed(after, day) && !isClosed(before as Amenity, day)))
    failFields({ blackouts: { code: 'AMENITY_HAS_ORDERS' } }, 'AMENITY_HAS_ORDERS');
}

/** Refuses to change how much there is of what is shared while it is booked, or to less than one of its amenities takes. */
async function keepShares(ctx: Ctx, session: Session, { doc, before }: Done): Promise<void> {
  if (!doc || !before || same(before.capacity, doc.capacity)) return;
  await takeTurnAt(doc._id, session);
  if ((await openBookings(ctx.projectId, { groupId: doc._id }, session)).length > 0)
    failFields({ capacity: { code: 'AMENITY_HAS_ORDERS' } }, 'AMENITY_HAS_ORDERS');
  if (typeof doc.capacity !== 'number') return;
  const wants = { projectId: ctx.projectId, groupId: doc._id, deletedAt: null, share: { $gt: doc.capacity } };
  if (await modelOf(utility).exists(wants).session(session).maxTimeMS(2000))
    failFields({ capacity: { code: 'UTILITY_SHARE_TOO_LARGE' } }, 'UTILITY_SHARE_TOO_LARGE');
}

export const amenityRules: Behaviour = { inTransaction: keepPromises };
export const groupRules: Behaviour = { inTransaction: keepShares };

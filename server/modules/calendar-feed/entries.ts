import { DAY_MS, dayOf, HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { isIn } from '@lobby/shared/kit/is-in.ts';
import { FEED_ALARMS } from '@lobby/shared/modules/calendar-feed.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { place } from '@lobby/shared/modules/location.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import type { IcsEvent } from '../../kit/paper/ics.ts';
import { type AnyDoc, type Doc, records } from '../../kit/store/records.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { timesOf } from '../utility/index.ts';
import { nameOf } from '../utility-booking/index.ts';
import { type Feed, homeHost, homeUrl } from './feeds.ts';

/** Days that a calendar covers back and ahead, and for which cancelled entries stay in it, so that clients remove them. */
const [BACK, AHEAD, ENDED] = [90, 365, 30];
const MOST = 10_000;

type Booking = Doc<typeof utilityBooking>;
type State = IcsEvent['status'];

const BOOKINGS: Readonly<Record<Booking['status'], State>> = {
  PENDING: 'TENTATIVE',
  APPROVED: 'CONFIRMED',
  WAITING_FOR_COMPLETED: 'CONFIRMED',
  COMPLETED: 'CONFIRMED',
  WAITING_FOR_CANCELLED: 'CANCELLED',
  CANCELLED: 'CANCELLED',
  REJECTED: 'CANCELLED',
};
const STATUSES = Object.keys(BOOKINGS) as Booking['status'][];
const ORDERS_OVER = ['CANCELLED', 'CANCELLED_BY_RESIDENT'] as const;
const ORDERS_ASKED = ['RESCHEDULED', 'REJECTED_BY_INSTALLER', 'NO_INSTALLER_FOUND', 'FINDING_INSTALLER'];

const spanOf = ({ now }: Ctx) => ({
  from: new Date(now.getTime() - BACK * DAY_MS),
  to: new Date(now.getTime() + AHEAD * DAY_MS),
});
const alarmOf = ({ alarm }: Feed) => FEED_ALARMS[alarm ?? 'NONE'];
const idsOf = <K extends string>(docs: readonly Readonly<Record<K, string | null>>[], field: K): string[] => [
  ...new Set(docs.flatMap(doc => doc[field] ?? [])),
];
const changeOf = ({ updatedAt, version }: Pick<AnyDoc, 'updatedAt' | 'version'>) => ({
  changedAt: updatedAt,
  sequence: version,
});
const uidOf = (id: string, n: number | string) => `${id}.${n}@${homeHost()}`;

/** Merges adjacent slots. */
function joined(slots: Booking['slots']): { from: Date; to: Date }[] {
  const sorted = slots
    .map(({ from, to }) => ({ from: new Date(from), to: new Date(to) }))
    .sort((a, b) => a.from.getTime() - b.from.getTime());
  return sorted.reduce<{ from: Date; to: Date }[]>((times, time) => {
    const last = times.at(-1);
    if (last && last.to.getTime() === time.from.getTime()) last.to = time.to;
    else times.push(time);
    return times;
  }, []);
}

/** Bookings as calendar entries: staff see unit and quantity, residents the amenity and its location. */
export async function loadEntries(
  ctx: Ctx,
  bookings: readonly Doc<typeof utilityBooking>[],
  alarm: number | null,
): Promise<IcsEvent[]> {
  const isResident = ctx.kind === 'resident';
  const amenities = await loadRefs(ctx.projectId, utility, idsOf(bookings, 'utilityId'));
  const units = await loadRefs(ctx.projectId, unit, isResident ? [] : idsOf(bookings, 'unitId'));
  const places = await loadRefs(ctx.projectId, place, idsOf([...amenities.values()], 'placeId'));
  return bookings.flatMap(doc => {
    const amenity = amenities.get(doc.utilityId);
    const name = amenity ? nameOf(ctx, amenity) : (doc.code ?? '');
    const parts = [units.get(doc.unitId)?.code, name, text(ctx, 'calendar-feed.places', { count: doc.quantity })];
    const rules = homeUrl(`/resident/amenities/${doc.utilityId}`);
    const where = places.get(amenity?.placeId ?? '')?.name;
    return joined(doc.slots).map(({ from, to }, n) => ({
      uid: uidOf(doc._id, n + 1),
      ...changeOf(doc),
      from,
      to,
      alarm,
      status: BOOKINGS[doc.status] ?? 'CONFIRMED',
      summary: isResident ? name : parts.filter(Boolean).join(' · '),
      ...(isResident && { description: `${doc.code}\n${text(ctx, 'calendar-feed.rules', { link: rules })}` }),
      ...(where ? { location: where } : {}),
    }));
  });
}

const partsOf = ({ include }: Feed) => new Set(include.map(({ part }) => part));

async function loadBookings(ctx: Ctx, feed: Feed): Promise<Doc<typeof utilityBooking>[]> {
  const { from, to } = spanOf(ctx);
  const of = {
    AMENITY: { utilityId: feed.utilityId },
    GROUP: { groupId: feed.groupId },
    RESIDENT: { unitId: feed.unitId },
  };
  const parts = partsOf(feed);
  const waits = feed.kind === 'RESIDENT' || parts.has('PENDING');
  const shown = STATUSES.filter(
    status =>
      BOOKINGS[status] !== 'CANCELLED' &&
      (status === 'PENDING' ? waits : feed.kind === 'RESIDENT' || parts.has('BOOKINGS')),
  );
  const over = STATUSES.filter(status => BOOKINGS[status] === 'CANCELLED');
  return records(utilityBooking).find(
    ctx,
    {
      ...of[feed.kind],
      startAt: { $gte: from, $lt: to },
      $or: [
        { status: { $in: shown } },
        ...(shown.length > 0
          ? [{ status: { $in: over }, updatedAt: { $gte: new Date(ctx.now.getTime() - ENDED * DAY_MS) } }]
          : []),
      ],
    },
    { sort: { startAt: 1, _id: 1 }, limit: MOST },
  );
}

/** Closures of the feed's amenities. */
async function loadClosures(ctx: Ctx, feed: Feed): Promise<IcsEvent[]> {
  if (feed.kind === 'RESIDENT' || !partsOf(feed).has('CLOSURES')) return [];
  const of = feed.kind === 'GROUP' ? { groupId: feed.groupId } : { _id: feed.utilityId };
  const amenities = await records(utility).find(ctx, of, { only: ['wholeId'], limit: 1000, patience: 2000 });
  const ids = amenities.flatMap(amenity => [amenity._id, ...(amenity.wholeId ? [amenity.wholeId] : [])]);
  const span = spanOf(ctx);
  const closures = await records(utilityClosure).find(
    ctx,
    { utilityIds: { $in: ids }, from: { $lt: span.to } },
    { sort: { from: 1, _id: 1 }, limit: 1000, patience: 2000 },
  );
  return closures.flatMap(doc =>
    timesOf(doc, span).map(({ from, to }) => ({
      uid: uidOf(doc._id, dayOf(from, ctx.project.timeZone)),
      ...changeOf(doc),
      from,
      to,
      alarm: null,
      status: 'CONFIRMED' as const,
      summary: text(ctx, 'calendar-feed.closed', { reason: doc.reason }),
    })),
  );
}

/** Appointments of partner orders for a household. */
async function loadOrders(ctx: Ctx, feed: Feed): Promise<IcsEvent[]> {
  if (feed.kind !== 'RESIDENT') return [];
  const { from, to } = spanOf(ctx);
  const since = new Date(ctx.now.getTime() - ENDED * DAY_MS);
  const orders = await records(merchantOrder).find(
    ctx,
    {
      unitId: feed.unitId,
      appointmentAt: { $gte: from, $lt: to },
      $or: [{ status: { $nin: ORDERS_OVER } }, { updatedAt: { $gte: since } }],
    },
    { sort: { appointmentAt: 1, _id: 1 }, limit: 1000, patience: 2000 },
  );
  const services = await loadRefs(ctx.projectId, utility, idsOf(orders, 'utilityId'));
  return orders.flatMap((doc): IcsEvent[] => {
    const { appointmentAt: at, status } = doc;
    if (!at) return [];
    const service = services.get(doc.utilityId);
    const going: State = ORDERS_ASKED.includes(status) ? 'TENTATIVE' : 'CONFIRMED';
    const entry: IcsEvent = {
      uid: uidOf(doc._id, 1),
      ...changeOf(doc),
      from: at,
      alarm: alarmOf(feed),
      to: doc.appointmentTo ?? new Date(at.getTime() + HOUR_MS),
      status: isIn(status, ORDERS_OVER) ? 'CANCELLED' : going,
      summary: service ? nameOf(ctx, service) : (doc.code ?? ''),
      description: `${doc.code}\n${homeUrl(`/resident/orders/${doc._id}`)}`,
    };
    return [entry];
  });
}

/** Handover appointments of a household, with home code and place only. */
async function loadVisits(ctx: Ctx, feed: Feed): Promise<IcsEvent[]> {
  if (feed.kind !== 'RESIDENT') return [];
  const { from, to } = spanOf(ctx);
  const visits = await records(handoverSchedule).find(
    ctx,
    { unitId: feed.unitId, status: { $ne: 'NOT_SCHEDULED' }, scheduledAt: { $gte: from, $lt: to } },
    { sort: { scheduledAt: 1, _id: 1 }, limit: 100, patience: 2000 },
  );
  const homes = await loadRefs(ctx.projectId, unit, idsOf(visits, 'unitId'));
  return visits.flatMap((doc): IcsEvent[] => {
    const at = doc.scheduledAt;
    if (!at) return [];
    const entry: IcsEvent = {
      uid: uidOf(doc._id, 1),
      ...changeOf(doc),
      from: at,
      to: doc.endAt ?? new Date(at.getTime() + HOUR_MS),
      alarm: alarmOf(feed),
      status: 'CONFIRMED',
      summary: text(ctx, 'calendar-feed.handover', { unit: homes.get(doc.unitId ?? '')?.code ?? '' }),
      location: doc.meetingPoint ?? undefined,
    };
    return [entry];
  });
}

/** All entries of a feed, in chronological order. */
export async function entriesIn(ctx: Ctx, feed: Feed): Promise<IcsEvent[]> {
  const entries = await Promise.all([
    loadBookings(ctx, feed).then(docs => loadEntries(ctx, docs, alarmOf(feed))),
    loadClosures(ctx, feed),
    loadOrders(ctx, feed),
    loadVisits(ctx, feed),
  ]);
  return entries.flat().sort((a, b) => a.from.getTime() - b.from.getTime() || (a.uid < b.uid ? -1 : 1));
}

import { readHours } from '@lobby/shared/kit/hours.ts';
import { markupOf } from '@lobby/shared/kit/rich-text.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import type { Document, Collection as Mongo } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, filled } from '../kit/store/schema.ts';
import { notificationCollection } from '../platform/notifications/notifications.ts';
import type { Migration } from './migrate.ts';

type Doc = Document & { _id: string };
const ICONS: Readonly<Record<string, string>> = {
  POOL: 'pool',
  GYM: 'gym',
  BBQ: 'barbecue',
  COURT: 'sport',
  HALL: 'meeting',
  GARDEN: 'garden',
  KIDS: 'play-area',
};
const two = (n: number) => String(n).padStart(2, '0');
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
const list = (value: unknown): Doc[] => (Array.isArray(value) ? value : []);

const spans = ({ weekday, hours }: Doc) =>
  (readHours(String(hours)) ?? []).map(({ from, to }) => ({ weekday, from: clock(from), to: clock(to) }));

/** An amenity by the names that it has now; what costs per minute, day, week or month costs per booking. */
function amenityOf(doc: Doc, wholeId: string | null): Document {
  const priced = Number(doc.price ?? 0) > 0;
  return {
    displayOrder: doc.order,
    photos: doc.images ?? [],
    icon: ICONS[String(doc.icon)] ?? 'other',
    serveTime: list(doc.serveTimes).flatMap(spans),
    timeStep: doc.step ?? '60',
    limitPerSlot: doc.capacity ?? 1,
    limitPerUsage: doc.usageLimit ?? 48,
    limitPerUnit: doc.unitLimit ?? null,
    limitPerUnitPer: 'DAY',
    maxOpen: doc.openLimit ?? null,
    wholeId,
    preOrderMin: doc.preorderMin ?? 0,
    preOrderMinUnit: doc.preorderUnit ?? 'DAY',
    preOrderMax: doc.preorderMax ?? null,
    preOrderMaxUnit: doc.preorderUnit ?? 'DAY',
    approval: doc.approval === false ? 'AUTO' : 'MANUAL',
    priceType: priced ? 'PRICE' : 'FREE',
    price: priced ? doc.price : null,
    pricePer: doc.priceUnit === 'HOUR' ? 'HOUR' : 'BOOKING',
    coefficients: list(doc.coefficients).flatMap(one => {
      const [span] = readHours(String(one.hours ?? '')) ?? [];
      const hours = span ? { from: clock(span.from), to: clock(span.to) } : { from: null, to: null };
      return [{ weekdays: one.weekday ?? null, ...hours, factor: one.coefficient }];
    }),
    surcharges: doc.surcharge ? [{ name: 'Phụ thu', price: doc.surcharge, per: 'BOOKING', required: true }] : [],
    deposit: doc.deposit ?? 0,
    payBefore: doc.payFirst ? (doc.payBefore ?? 0) : null,
    payBeforeUnit: 'HOUR',
    noRefundBefore: doc.noRefundHours ?? null,
    noRefundBeforeUnit: 'HOUR',
    tiers: list(doc.refundTiers).map(({ before, beforeUnit, percent }) => ({
      from: before,
      unit: beforeUnit,
      percent,
    })),
    // Without tiers all of it went back.
    fullRefundFrom: list(doc.refundTiers).length === 0 ? 1 : null,
    fullRefundFromUnit: 'HOUR',
    checkIn: doc.checkIn ? 'QR' : 'NONE',
    noShowLimit: doc.banAfter ?? null,
    rulesVersion: doc.rules ? 1 : 0,
  };
}

/** What was paid of a booking before each payment had a voucher. */
function bookingOf(doc: Doc): Document {
  const came = (state: unknown) => state === 'PAID' || state === 'REFUNDED';
  const [fee, surcharge] = [Number(doc.fee ?? 0), Number(doc.surcharge ?? 0)];
  const paidFee = came(doc.feeState) ? fee : 0;
  const paidSurcharge = came(doc.surchargeState) ? surcharge : 0;
  const total = fee + surcharge;
  const paid = paidFee + paidSurcharge;
  const waits = doc.status === 'WAITING_FOR_CANCELLED';
  const held = doc.depositState === 'PAID' ? Number(doc.deposit ?? 0) : 0;
  const status = { NONE: 'NONE', UNPAID: 'WAIT_FOR_DEPOSIT', PAID: 'DEPOSITED', REFUNDED: 'REFUNDED' } as const;
  return {
    slots: list(doc.slots).map(({ startAt, endAt }) => ({ from: startAt, to: endAt })),
    total,
    paid,
    paidFee,
    paidSurcharge,
    paidDeposit: came(doc.depositState) ? Number(doc.deposit ?? 0) : 0,
    paymentState: total === 0 ? 'NONE' : paid === 0 ? 'UNPAID' : paid === total ? 'PAID' : 'PARTIAL',
    depositStatus: status[doc.depositState as keyof typeof status] ?? 'NONE',
    payBeforeAt: doc.payBy ?? null,
    feeNet: fee,
    surchargeNet: surcharge,
    dueFee: Number(doc.refundDue ?? 0),
    dueDeposit: waits ? held : 0,
    refundDue: waits && (held > 0 || Number(doc.refundDue ?? 0) > 0),
  };
}

/** Rewrites documents that still have a field of before. */
async function rewrite(of: Mongo<Doc>, old: readonly string[], after: (doc: Doc) => Document, empty: Document) {
  const $unset = Object.fromEntries(old.map(name => [name, '']));
  for await (const doc of of.find({ [old[0] ?? '']: { $exists: true } })) {
    const missing = Object.fromEntries(Object.entries(empty).filter(([name]) => !(name in doc)));
    const set = { ...missing, ...after(doc) };
    const unset = Object.fromEntries(Object.keys($unset).flatMap(name => (name in set ? [] : [[name, '']])));
    await of.updateOne({ _id: doc._id }, { $set: set, ...(Object.keys(unset).length > 0 && { $unset: unset }) });
  }
}

/** Amenities, their groups and bookings by the names that they have now; who shared a hall is a part of the whole of it. */
export const namesOfAmenities: Migration = {
  name: '2026-11-25 names of amenities',
  async run() {
    const groups = db().collection<Doc>(collectionOf(utilityGroup));
    const amenities = db().collection<Doc>(collectionOf(utility));
    const bookings = db().collection<Doc>(collectionOf(utilityBooking));
    const wholes = new Map<string, string>();
    for await (const group of groups.find({ capacity: { $gt: 1 } })) {
      const whole = await amenities.findOne({ groupId: group._id, deletedAt: null, share: group.capacity });
      if (whole) wholes.set(group._id, whole._id);
    }
    const wholeOf = (doc: Doc) => {
      const id = wholes.get(String(doc.groupId)) ?? null;
      return id === doc._id ? null : id;
    };
    const shape = (definition: Parameters<typeof filled>[0]) => filled(definition, {});
    await rewrite(
      amenities,
      [
        'serveTimes',
        'order',
        'images',
        'step',
        'blackouts',
        'capacity',
        'share',
        'usageLimit',
        'unitLimit',
        'openLimit',
        'preorderUnit',
        'preorderMin',
        'preorderMax',
        'priceUnit',
        'surcharge',
        'payFirst',
        'noRefundHours',
        'refundTiers',
        'banAfter',
      ],
      doc => amenityOf(doc, wholeOf(doc)),
      shape(utility),
    );
    const counts = new Map<string, number>();
    for await (const { groupId } of amenities.find({ deletedAt: null }))
      counts.set(String(groupId), (counts.get(String(groupId)) ?? 0) + 1);
    await rewrite(
      groups,
      ['order', 'capacity', 'note'],
      doc => ({ displayOrder: doc.order, amenityCount: counts.get(doc._id) ?? 0 }),
      shape(utilityGroup),
    );
    await rewrite(
      bookings,
      ['feeState', 'depositState', 'surchargeState', 'payBy', 'method', 'paidAt', 'refundedAt', 'bookerName'],
      bookingOf,
      shape(utilityBooking),
    );
    for await (const doc of amenities.find({ $or: [{ rules: /^[^<]/ }, { description: /^[^<]/ }] })) {
      const marked = (value: unknown) =>
        typeof value === 'string' && !value.startsWith('<') ? markupOf(value) : value;
      const texts = { rules: marked(doc.rules) ?? null, description: marked(doc.description) ?? null };
      await amenities.updateOne({ _id: doc._id }, { $set: texts });
    }
    const old = { kind: /^UTILITY_BOOKING_/ };
    const kind = { $replaceOne: { input: '$kind', find: 'UTILITY_BOOKING', replacement: 'BOOKING' } };
    await db()
      .collection(notificationCollection.name)
      .updateMany(old, [{ $set: { kind } }]);
  },
};

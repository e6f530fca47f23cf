import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { rawPlate, standardPlate } from '@lobby/shared/kit/plate.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, keysOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const TYPES: Readonly<Record<string, string>> = {
  CAR: 'VEHICLE',
  MOTORBIKE: 'VEHICLE',
  BICYCLE: 'VEHICLE',
  VISITOR: 'GUEST',
};
const GROUPS: Readonly<Record<string, string>> = { RENTER: 'TENANT', GUEST: 'OUTSIDE' };
const text = (value: unknown) => (typeof value === 'string' && value ? value : null);

/** A card was in use or not beside being locked or not; one that is locked in use stays with its holder. */
function cardOf(old: Stored): Record<string, unknown> {
  const using = old.usage === 'USING';
  const off = old.status === 'INACTIVE';
  return {
    status: using ? 'USING' : off ? 'INACTIVE' : 'EMPTY',
    type: TYPES[String(old.type)] ?? old.type,
    locked: using && off,
    lost: false,
    holderLeft: false,
    chipId: null,
    employeeId: null,
    visitorId: null,
    expiresOn: null,
    integratedAt: null,
    returnedAt: null,
    floorIds: [],
    note: [text(old.note), text(old.liftAccess)].filter(Boolean).join('\n') || null,
    integrationError: old.parkingError ?? null,
    issuedAt: old.givenAt ?? null,
    issueCount: using ? 1 : 0,
  };
}

function vehicleOf(old: Stored, held: Stored | null): Record<string, unknown> {
  const plate = text(old.registrationPlate) ? standardPlate(String(old.registrationPlate), String(old.type)) : null;
  const raw = plate ? rawPlate(plate) : null;
  const frame = text(old.frameNumber)?.toUpperCase() ?? null;
  const inUse = old.status !== 'INACTIVE' && !old.deletedAt;
  const values = {
    plate,
    rawPlate: raw,
    plateEnd: raw?.slice(-4) ?? null,
    frameNumber: frame,
    plateHeld: inUse ? raw : null,
    frameHeld: inUse ? frame : null,
    'uniq.plateHeld': inUse ? (raw?.toLowerCase() ?? null) : null,
    'uniq.frameHeld': inUse ? (frame?.toLowerCase() ?? null) : null,
    customerGroup: GROUPS[String(old.customerGroup)] ?? old.customerGroup ?? 'RESIDENT',
    color: text(old.color) ?? '-',
    startDate: old.startDate ?? dayOf(old.createdAt, VIETNAM),
    employeeId: null,
    ownerName: null,
    engineNumber: null,
    registrationId: null,
    cardId: held?._id ?? null,
    cardNumber: held?.number ?? null,
    parkingSlot: held?.parkingSlot ?? null,
    ownerLeft: false,
    overLimit: false,
    photos: old.images ?? [],
    papers: [],
  };
  return { ...values, keys: keysOf(vehicle, { ...old, ...values }, {}) ?? [] };
}

/** Cards have one status and are given to more than residents; plates are kept as they are shown and as they are compared. */
export const stockOfCards: Migration = {
  name: '2026-11-25 stock of cards',
  async run() {
    const cards = db().collection<Stored>(collectionOf(card));
    for await (const old of cards.find({ issueCount: { $exists: false } }))
      await cards.updateOne(
        { _id: old._id },
        { $set: cardOf(old), $unset: { usage: '', liftAccess: '', parkingError: '', givenAt: '' } },
      );
    const vehicles = db().collection<Stored>(collectionOf(vehicle));
    for await (const old of vehicles.find({ plateHeld: { $exists: false } })) {
      const held = await cards.findOne({ projectId: old.projectId, vehicleId: old._id, status: 'USING' });
      await vehicles.updateOne(
        { _id: old._id },
        { $set: vehicleOf(old, held), $unset: { registrationPlate: '', images: '', 'uniq.registrationPlate': '' } },
      );
    }
    await db()
      .collection(collectionOf(cardRegistration))
      .updateMany({}, { $rename: { registrationPlate: 'plate', cardId: 'newCardId' } });
  },
};

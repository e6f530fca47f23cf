import { DAY_MS, dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { parcel } from '@lobby/shared/modules/parcel.ts';
import { RECEPTION_DEFAULTS } from '@lobby/shared/modules/reception-settings.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { notifications } from '../platform/notifications/notifications.ts';
import type { Migration } from './migrate.ts';

const STATUSES: Readonly<Record<string, string>> = { WAITING: 'RECEIVED' };

function parcelOf(old: Stored, blockId: unknown): Record<string, unknown> {
  const sent = Number(old.remindedCount ?? 0);
  const waits = old.status === 'WAITING';
  const days = waits ? RECEPTION_DEFAULTS.parcelReminderDays[sent] : undefined;
  const next = days === undefined ? null : dayOf(new Date(old.createdAt.getTime() + days * DAY_MS), VIETNAM);
  return {
    status: STATUSES[String(old.status)] ?? old.status,
    receivedAt: old.createdAt,
    blockId: blockId ?? null,
    recipientPhone: null,
    quantity: 1,
    takerId: null,
    handedById: null,
    handPhotos: [],
    staffNote: null,
    proof: Array.isArray(old.signature) && old.signature.length > 0 ? 'SIGNATURE' : null,
    nextReminderOn: next,
    overdue: waits && next === null,
    toReturn: false,
    again: false,
    remindedAt: null,
  };
}

/** Parcels under the names of their fields: when they came, who took them and by what proof, when they are told of again. */
export const namesOfParcels: Migration = {
  name: '2026-11-25 names of parcels',
  async run() {
    const parcels = db().collection<Stored>(collectionOf(parcel));
    const units = db().collection<Stored>(collectionOf(unit));
    for await (const old of parcels.find({ receivedAt: { $exists: false } })) {
      const home = await units.findOne({ _id: String(old.unitId) });
      await parcels.updateOne(
        { _id: old._id },
        {
          $set: parcelOf(old, home?.blockId),
          $rename: {
            images: 'photos',
            trackingNumber: 'trackingCode',
            remindedCount: 'remindersSent',
            handedOverAt: 'handedAt',
            handedOverTo: 'takerName',
          },
        },
      );
    }
    await notifications().updateMany({ kind: 'PARCEL_WAITING' as never }, { $set: { kind: 'PARCEL_REMINDER' } });
  },
};

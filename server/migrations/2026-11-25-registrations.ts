import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Registrations are ended rather than dated alone, and have a code of their own; who lives in the unit is counted as before. */
export const statusesOfRegistrations: Migration = {
  name: '2026-11-25 statuses of registrations',
  async run() {
    const registrations = db().collection<Stored>(collectionOf(serviceRegistration));
    const units = db().collection<Stored>(collectionOf(unit));
    const today = dayOf(new Date(), VIETNAM);
    for await (const old of registrations.find({ peopleFrom: { $exists: false } })) {
      const home = await units.findOne({ _id: String(old.unitId) });
      const code = String(old.code).replace(/^DV-/, 'DK-');
      const ended = typeof old.endDate === 'string' && old.endDate < today;
      const set = {
        code,
        status: ended ? 'ENDED' : 'ACTIVE',
        peopleFrom: 'RESIDENTS',
        people: null,
        tariffId: null,
        blockId: home?.blockId ?? null,
        floorId: home?.floorId ?? null,
        endReason: null,
        discountType: 'NONE',
        discountPercent: null,
        discountAmount: null,
        discountUntil: null,
        reason: null,
        attachments: [],
        ...(old.keys && { keys: old.keys.map(key => key.replace(/^dv(?=\d)/, 'dk')) }),
      };
      await registrations.updateOne({ _id: old._id }, { $set: set });
    }
    const counted = registrations.aggregate<{ _id: string; count: number }>([
      { $match: { deletedAt: null, status: 'ACTIVE' } },
      { $group: { _id: '$serviceId', count: { $sum: 1 } } },
    ]);
    for await (const { _id, count } of counted)
      await db()
        .collection<Stored>(collectionOf(service))
        .updateOne({ _id }, { $set: { registrations: count } });
  },
};

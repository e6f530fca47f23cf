import { guest, VISITOR_RELATIONS } from '@lobby/shared/modules/guest.ts';
import { RECEPTION_DEFAULTS } from '@lobby/shared/modules/reception-settings.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What people wrote, as far as it is one of the choices. */
const SAID: Readonly<Record<string, string>> = {
  Bạn: 'FRIEND',
  'Họ hàng': 'FAMILY',
  'Người giúp việc': 'HELPER',
  'Đồng nghiệp': 'COLLEAGUE',
  Thợ: 'SERVICE',
};
function relationOf(value: unknown): string | null {
  if (typeof value !== 'string' || !value) return null;
  return (VISITOR_RELATIONS as readonly string[]).includes(value) ? value : (SAID[value] ?? 'OTHER');
}

/** Familiar guests are of one unit each, known there by phone or paper; notes of the desk stand apart from those that households see. */
export const guestsOfUnits: Migration = {
  name: '2026-11-25 guests of units',
  async run() {
    const guests = db().collection<Stored>(collectionOf(guest));
    for (const name of ['unique_phone', 'unique_identifier']) await guests.dropIndex(name).catch(() => undefined);
    for await (const old of guests.find({ familiar: { $exists: false } })) {
      const note = typeof old.note === 'string' ? old.note.slice(0, 500) : null;
      const set = {
        kind: null,
        relationship: relationOf(old.relationship),
        contactId: null,
        vehicleType: null,
        firstVisitAt: null,
        insideNow: false,
        pinned: false,
        note: null,
        staffNote: note,
        reason: null,
        familiar: Number(old.visitedCount ?? 0) >= RECEPTION_DEFAULTS.familiarAfter,
      };
      await guests.updateOne({ _id: old._id }, { $set: set });
    }
    const visits = db().collection<Stored>(collectionOf(visitor));
    const units = db().collection<Stored>(collectionOf(unit));
    for await (const old of visits.find({ visitedCount: { $exists: false } })) {
      const home = old.unitId ? await units.findOne({ _id: String(old.unitId) }) : null;
      const note = typeof old.note === 'string' ? old.note.slice(0, 1000) : null;
      const set = {
        relationship: relationOf(old.relationship),
        deskIn: null,
        deskOut: null,
        visitedCount: 0,
        blockId: home?.blockId ?? null,
        floorId: home?.floorId ?? null,
        note: null,
        staffNote: note,
      };
      await visits.updateOne({ _id: old._id }, { $set: set });
    }
  },
};

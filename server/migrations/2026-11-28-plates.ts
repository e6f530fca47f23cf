import { rawPlate } from '@lobby/shared/kit/plate.ts';
import { db } from '../kit/database/database.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** What holds a plate, and where. */
const PLATES = {
  vehicles: 'plate',
  'card-registrations': 'plate',
  'elevator-reservations': 'licensePlate',
  guests: 'plate',
  parkings: 'plate',
  visitors: 'plate',
  'watch-entrys': 'plate',
} as const;
const BATCH = 1000;

/** The number of a plate and its beginnings, and its series with the number. */
function keysOf(plate: string): string[] {
  const raw = rawPlate(plate).toLowerCase();
  const [number = ''] = /[\d.]+$/.exec(plate.trim()) ?? [];
  const digits = number.replaceAll('.', '').slice(-5);
  if (digits.length < 4) return [];
  const own = raw.replace(/^\d{2}/, '');
  return [digits, own].flatMap(word => Array.from({ length: word.length - 1 }, (_, n) => word.slice(0, n + 2)));
}

/** Plates of motorbikes are found by what people read of them: `88520`, `8852`, `D1 885.20`. */
export const wordsOfPlates: Migration = {
  name: '2026-11-28 words of plates',
  async run() {
    for (const [collection, field] of Object.entries(PLATES)) {
      const records = db().collection<Stored>(collection);
      let writes = [];
      // A card is found by the plate of its vehicle.
      const byVehicle = collection === 'vehicles' ? db().collection<Stored>('cards') : null;
      for await (const doc of records.find({ [field]: { $type: 'string' } } as object, {
        projection: { [field]: 1 },
      })) {
        const $each = keysOf(String(doc[field]));
        if ($each.length > 0 && byVehicle)
          await byVehicle.updateMany({ vehicleId: doc._id } as object, { $addToSet: { keys: { $each } } as object });
        if ($each.length > 0)
          writes.push({
            updateOne: { filter: { _id: doc._id }, update: { $addToSet: { keys: { $each } } as object } },
          });
        if (writes.length < BATCH) continue;
        await records.bulkWrite(writes, { ordered: false });
        writes = [];
      }
      if (writes.length > 0) await records.bulkWrite(writes, { ordered: false });
    }
  },
};

import { plateWords } from '@lobby/shared/kit/plate.ts';
import { searchKeys } from '@lobby/shared/kit/text-search.ts';
import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

interface Held {
  _id: string;
  plate?: string | null;
  vehicleId?: string | null;
}

const keysOf = (plate: string): string[] => searchKeys([], [plate, ...plateWords(plate)]);
/** Collections whose records have a plate of their own. */
const PLATED = ['vehicles', 'card-registrations', 'guests', 'visitors', 'parkings', 'watch-entrys'];
/** Collections whose records are found by the plate of their vehicle. */
const OF_VEHICLES = ['cards', 'card-registrations', 'parkings'];

async function addKeys(name: string, query: object, plate: string): Promise<void> {
  await db()
    .collection<{ keys: string[] }>(name)
    .updateMany(query, { $addToSet: { keys: { $each: keysOf(plate) } } });
}

/** What is found by a plate, its own or its vehicle's, is found by the last four digits too. */
export const keysOfPlates: Migration = {
  name: '2026-11-30 keys of plates',
  async run() {
    for (const name of PLATED)
      for await (const { _id, plate } of db()
        .collection<Held>(name)
        .find({ deletedAt: null, plate: { $type: 'string' } }, { projection: { plate: 1 } })) {
        if (!plate) continue;
        await addKeys(name, { _id }, plate);
        if (name === 'vehicles')
          for (const of of OF_VEHICLES) await addKeys(of, { deletedAt: null, vehicleId: _id }, plate);
      }
  },
};

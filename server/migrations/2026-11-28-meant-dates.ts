import { asset } from '@lobby/shared/modules/asset.ts';
import { CARE, CARE_KINDS } from '@lobby/shared/modules/care.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const THINGS = [
  ['deviceId', device, CARE_KINDS],
  ['systemId', technicalSystem, CARE_KINDS],
  ['assetId', asset, ['MAINTENANCE']],
] as const;

/** Things keep the date that somebody meant apart from what works bring: of those that no plan has made works for it is the one that stands. */
export const meantDates: Migration = {
  name: '2026-11-28 meant dates',
  async run() {
    const works = db().collection(collectionOf(maintenance));
    for (const [name, definition, kinds] of THINGS)
      for (const kind of kinds) {
        const { meant, next } = CARE[kind];
        const planned = await works.distinct(name, { kind, planId: { $type: 'string' } });
        const all = db().collection<{ _id: string }>(collectionOf(definition));
        const own = { [meant]: { $exists: false }, _id: { $nin: planned.map(String) } };
        await all.updateMany(own, [{ $set: { [meant]: { $ifNull: [`$${next}`, null] } } }]);
      }
  },
};

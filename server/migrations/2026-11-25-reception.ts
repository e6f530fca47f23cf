import { service } from '@lobby/shared/modules/billing-service.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

interface Old {
  _id: string;
  moveRegulation?: string;
  worksRegulation?: string;
}

const rulesOf = (text: string | undefined) =>
  text ? { text: { vi: text }, files: [], edition: 1, updatedAt: new Date().toISOString() } : undefined;

/** House rules stood among the project's own settings, in one language; vehicles had five types. */
export const settingsOfReception: Migration = {
  name: '2026-11-25 settings of reception',
  async run() {
    const projects = db().collection<Old>('projects');
    for await (const { _id, moveRegulation, worksRegulation } of projects.find({
      $or: [{ moveRegulation: { $exists: true } }, { worksRegulation: { $exists: true } }],
    })) {
      const [moving, works] = [rulesOf(moveRegulation), rulesOf(worksRegulation)];
      const set = {
        ...(moving && { 'reception.movingRules': moving }),
        ...(works && { 'reception.worksRules': works }),
      };
      await projects.updateOne(
        { _id },
        { ...(Object.keys(set).length > 0 && { $set: set }), $unset: { moveRegulation: '', worksRegulation: '' } },
      );
    }
    const types = [
      [vehicle, 'type'],
      [service, 'vehicleType'],
      [cardRegistration, 'vehicleType'],
    ] as const;
    for (const [definition, field] of types)
      await db()
        .collection(collectionOf(definition))
        .updateMany({ [field]: 'ELECTRIC_BIKE' }, { $set: { [field]: 'E_MOTORBIKE' } });
  },
};

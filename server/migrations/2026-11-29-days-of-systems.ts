import { worstAmong } from '@lobby/shared/modules/care.ts';
import { db } from '../kit/database/database.ts';
import type { Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Systems of before say when the worst of their dates is, too. */
export const daysOfSystems: Migration = {
  name: '2026-11-29 days of systems',
  async run() {
    const systems = db().collection<Stored>('technical-systems');
    for await (const system of systems.find({ deletedAt: null })) {
      const machines = await db()
        .collection<Stored>('devices')
        .find({ systemId: system._id, deletedAt: null })
        .toArray();
      const { dueOn } = worstAmong(machines.length > 0 ? machines : [system]);
      await systems.updateOne({ _id: system._id }, { $set: { dueOn } });
    }
  },
};

import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';
import { storedRecord } from './stored-record.ts';

/** Units that were in the programme before it had appointments get their first one, without a time. */
export const firstAppointments: Migration = {
  name: '2026-11-27 first appointments of handovers',
  async run() {
    const [rows, made] = [handoverUnit, handoverSchedule].map(one => db().collection<Stored>(collectionOf(one)));
    const now = new Date();
    const counts = new Map<string, number>();
    const month = now.toISOString().slice(2, 7).replace('-', '');
    for await (const row of rows?.find({ deletedAt: null, status: { $ne: 'HANDED_OVER' } }) ?? []) {
      if (await made?.findOne({ projectId: row.projectId, handoverId: row._id })) continue;
      const number = (counts.get(row.projectId) ?? 0) + 1;
      counts.set(row.projectId, number);
      const { unitId, blockId, ownerId } = row;
      // Below the codes that are given from now on.
      const code = `BG-${month}-0${String(number).padStart(5, '0')}`;
      const values = { code, unitId, blockId, ownerId, handoverId: row._id, round: 1, kind: 'FIRST' };
      await made?.insertOne({ ...storedRecord(handoverSchedule, row.projectId, values, now), status: 'NOT_SCHEDULED' });
      await rows?.updateOne({ _id: row._id }, { $set: { scheduleStatus: 'NOT_SCHEDULED', rounds: 0 } });
    }
  },
};

import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { db } from '../kit/database/database.ts';
import { events } from '../kit/store/events.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Appointments hold when nobody came to them, defects the line of a sheet that they were made with. */
export const noShowsOfHandovers: Migration = {
  name: '2026-11-28 no-shows of handovers, lines of defects',
  async run() {
    const appointments = db().collection<Stored>(collectionOf(handoverSchedule));
    await appointments.updateMany({ noShowAt: { $exists: false } }, { $set: { noShowAt: null } });
    const missed = events().find({ entity: handoverSchedule.name, action: 'no-show' }).sort({ at: -1 });
    for await (const { entityId, at } of missed)
      if (entityId) await appointments.updateOne({ _id: entityId, noShowAt: null }, { $set: { noShowAt: at } });
    const defects = db().collection<Stored>(collectionOf(handoverDefect));
    await defects.updateMany({ lineKey: { $exists: false } }, { $set: { lineKey: null } });
  },
};

import { holiday } from '@lobby/shared/modules/work-schedule.ts';
import { MongoServerError } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored, sealed } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** The same days could be off twice; of those the first keeps them, the others stay until somebody removes them. */
export const daysOfHolidays: Migration = {
  name: '2026-11-23 holidays',
  async run() {
    const holidays = db().collection<Stored>(collectionOf(holiday));
    for await (const { _id, projectId, startsOn, endsOn } of holidays.find().sort({ createdAt: 1, _id: 1 })) {
      const uniq = sealed(holiday, projectId, { startsOn, endsOn })['uniq.startsOn'];
      await holidays.updateOne({ _id }, { $set: { 'uniq.startsOn': uniq } }).catch(error => {
        if (!(error instanceof MongoServerError) || error.code !== 11000) throw error;
      });
    }
  },
};

import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Sendings say who began them: a rule of reminders, or staff. */
export const originOfSendings: Migration = {
  name: '2026-11-30 origin of sendings',
  async run() {
    const runs = db().collection('notice-runs');
    await runs.updateMany({ origin: null, ruleId: { $type: 'string' } }, { $set: { origin: 'REMINDER_JOB' } });
    await runs.updateMany({ origin: null }, { $set: { origin: 'STAFF' } });
  },
};

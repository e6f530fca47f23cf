import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import { db } from '../kit/database/database.ts';
import { codeCollection } from '../kit/store/codes.ts';
import { collectionOf } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Why somebody was not reached, as it is called now. */
const REASONS: Readonly<Record<string, string>> = {
  NO_ACCOUNT: 'NO_APP',
  ADDRESS_UNKNOWN: 'NON_EXISTENT_ADDRESS',
  REFUSED: 'MAIL_REJECTION',
  UNREACHABLE: 'TIMED_OUT',
  SMS_CAP: 'LIMIT_REACHED',
  COMPLAINT: 'SPAM_MARK',
  OPTED_OUT: 'UNSUBSCRIBE',
  RUN_CANCELLED: 'CANCELLED_BY_STAFF',
};

const renamed = (code: string) => code.replace(/^GT-/, 'GTB-');

/** Sendings and their results under the names of now. */
export const namesOfSendings: Migration = {
  name: '2026-11-25 names of sendings',
  async run() {
    const deliveries = db().collection(collectionOf(noticeDelivery));
    await deliveries.updateMany({ problem: { $exists: true } }, { $rename: { problem: 'reason' } });
    for (const [reason, now] of Object.entries(REASONS))
      await deliveries.updateMany({ reason }, { $set: { reason: now } });
    await deliveries.updateMany({ handled: { $exists: false } }, { $set: { handled: false } });
    const runs = db().collection<{ _id: string; code: string; keys?: string[] }>(collectionOf(noticeRun));
    for await (const { _id, code, keys = [] } of runs.find({ code: /^GT-/ }))
      await runs.updateOne(
        { _id },
        { $set: { code: renamed(code), keys: keys.map(key => key.replace(/^gt/, 'gtb')) } },
      );
    const counters = db().collection<{ _id: string; n: number }>(codeCollection.name);
    for await (const { _id, n } of counters.find({ _id: /:GT:/ }))
      await counters.updateOne({ _id: _id.replace(':GT:', ':GTB:') }, { $max: { n } }, { upsert: true });
  },
};

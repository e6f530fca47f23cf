import { searchKeys } from '@lobby/shared/kit/text-search.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { resident } from '@lobby/shared/modules/resident.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import type { AnyBulkWriteOperation } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const BATCH = 500;
/** What has left the house; what goes on paper does so by being printed. */
const WENT = ['SENT', 'DELIVERIED', 'OPENED', 'CLICKED', 'COMPLETED'];

/** Notices of before have their number and their addressee, and say that they were sent, and when last. */
export const sentNotices: Migration = {
  name: '2026-11-29 numbers and sendings of notices',
  async run() {
    const notices = db().collection<Stored>(collectionOf(feeNotice));
    await notices.updateMany({ number: { $exists: false } } as object, [
      { $set: { number: { $convert: { input: { $last: { $split: ['$code', '-'] } }, to: 'int', onError: null } } } },
    ]);
    const went = await db()
      .collection<Stored>(collectionOf(noticeDelivery))
      .aggregate<{ _id: string; at: Date }>([
        { $match: { status: { $in: WENT }, channel: { $ne: 'PRINT' }, deletedAt: null } },
        { $group: { _id: '$noticeId', at: { $max: '$createdAt' } } },
      ])
      .toArray();
    const sentAt = new Map(went.map(({ _id, at }) => [_id, at]));
    const named = { projection: { code: 1, name: 1 } };
    const units = await db().collection<Stored>(collectionOf(unit)).find({}, named).toArray();
    const people = await db().collection<Stored>(collectionOf(resident)).find({}, named).toArray();
    const nameOf = new Map([
      ...units.map(({ _id, code }) => [_id, String(code)] as const),
      ...people.map(({ _id, name }) => [_id, String(name)] as const),
    ]);
    let changes: AnyBulkWriteOperation<Stored>[] = [];
    const store = async () => {
      if (changes.length > 0) await notices.bulkWrite(changes, { ordered: false });
      changes = [];
    };
    for await (const { _id, residentId, unitId, addressee, sentAt: last, keys } of notices.find()) {
      const at = last ? undefined : sentAt.get(_id);
      const name = nameOf.get(String(residentId)) ?? nameOf.get(String(unitId)) ?? null;
      const isNameless = addressee === undefined;
      if (!at && !isNameless) continue;
      const set = { ...(at && { sent: true, sentAt: at }), ...(isNameless && { addressee: name }) };
      const words = isNameless && name ? searchKeys([name], []) : [];
      const found = [...new Set([...(keys ?? []), ...words])];
      changes.push({ updateOne: { filter: { _id }, update: { $set: { ...set, keys: found } } } });
      if (changes.length === BATCH) await store();
    }
    await store();
  },
};

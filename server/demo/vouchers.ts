import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
import { syncConnection } from '@lobby/shared/modules/sync-connection.ts';
import { syncReceipt } from '@lobby/shared/modules/sync-receipt.ts';
import { db } from '../kit/database/database.ts';
import type { Doc } from '../kit/store/records.ts';
import { collectionOf } from '../kit/store/schema.ts';
import {
  differences,
  type Held,
  keyOf,
  loadVouchers,
  reverseLines,
  sentCollection,
  type Voucher,
} from '../modules/accounting-sync/index.ts';

interface Sent {
  _id: string;
  projectId: string;
  voucher: Voucher;
}
const sent = () => db().collection<Sent>(sentCollection.name);
const rows = () => db().collection<Doc<typeof syncReceipt>>(collectionOf(syncReceipt));
const connections = () =>
  db()
    .collection<Doc<typeof syncConnection>>(collectionOf(syncConnection))
    .find({ deletedAt: null, status: 'ACTIVE' })
    .toArray();
/** Filter for documents that exist in the accounting software. */
const arrived = { deletedAt: null, foreignId: { $ne: null }, documentKind: { $ne: 'CANCELLATION' } } as const;
const AT_ONCE = 200;

/** A voucher as somebody changed it in the accounting software. */
const changedThere = (voucher: Voucher): Voucher => ({ ...voucher, amount: voucher.amount - 1 });

/** Stores the vouchers of all sent documents, as the sync itself would have stored them. */
export async function keepSentVouchers(): Promise<void> {
  for (const { projectId, baseUnitCode } of await connections()) {
    const all = await rows()
      .find({ projectId, ...arrived })
      .toArray();
    // Documents were sent in their first edition, before later changes.
    const asSent = all.map(row => ({ ...row, edition: 1 }));
    const vouchers = await loadVouchers(projectId, String(baseUnitCode), asSent);
    const docs = [...vouchers].map(([_id, voucher]) => ({ _id, projectId, voucher }));
    if (docs.length > 0) await sent().insertMany(docs, { ordered: false });
    for (const { _id, status, foreignId, foreignCode } of all) {
      const voucher = vouchers.get(_id);
      if (!voucher || status !== 'OUT_OF_SYNC') continue;
      const held = { ...changedThere(voucher), id: String(foreignId), code: String(foreignCode) };
      await rows().updateOne({ _id }, { $set: { difference: differences(voucher, held) } });
    }
  }
}

/** A voucher as held by the accounting software. */
type Booked = Held & { reversedBy?: string };
const numberOf = ({ foreignId, foreignCode }: Doc<typeof syncReceipt>) => ({
  id: String(foreignId),
  code: String(foreignCode),
});

/** Sends the stored vouchers to the accounting sandbox beside the demo, which keeps nothing across restarts. */
export async function sendVouchersToBooks(url: string): Promise<void> {
  for (const { projectId } of (await connections()).filter(connection => connection.url === url)) {
    const there = await rows()
      .find({ projectId, deletedAt: null, foreignId: { $ne: null } })
      .toArray();
    const isBack = ({ documentKind }: Doc<typeof syncReceipt>) => documentKind === 'CANCELLATION';
    const byId = new Map(there.map(row => [row._id, row]));
    const backs = new Map(there.filter(isBack).map(row => [row.documentId, row]));
    const held = (await sent().find({ projectId }).toArray()).flatMap(({ _id, voucher }): Booked[] => {
      const row = byId.get(_id);
      if (!row) return [];
      const current = row.status === 'OUT_OF_SYNC' ? changedThere(voucher) : voucher;
      const back = backs.get(row.documentId);
      if (!back) return [{ ...current, ...numberOf(row) }];
      const date = dayOf(back.sentAt as Date, VIETNAM);
      return [
        { ...current, ...numberOf(row), reversedBy: String(back.foreignId) },
        { ...current, key: keyOf(back), date, lines: reverseLines(current.lines), ...numberOf(back) },
      ];
    });
    for (let at = 0; at < held.length; at += AT_ONCE)
      await fetch(`${url}/sandbox/vouchers`, {
        method: 'POST',
        body: JSON.stringify({ vouchers: held.slice(at, at + AT_ONCE) }),
      });
  }
}

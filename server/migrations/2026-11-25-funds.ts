import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { fund, fundTransfer } from '@lobby/shared/modules/fund.ts';
import { systemCtx } from '../kit/base/context.ts';
import { clockNow } from '../kit/database/clock.ts';
import { db } from '../kit/database/database.ts';
import { numberCollection, numberKey } from '../kit/store/numbers.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { firstTill } from '../modules/fund/index.ts';
import { projects, settingsOf } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

const of = (definition: Parameters<typeof collectionOf>[0]) => db().collection<Stored>(collectionOf(definition));

/** Fields by the names of now. */
async function renameFunds(): Promise<void> {
  const accounts = new Set<unknown>();
  const places = new Map<string, number>();
  for await (const { _id, projectId, type, opening, openingDay, bankAccountId, deletedAt } of of(fund)
    .find({ type: { $exists: true } })
    .sort({ createdAt: 1 })) {
    const order = (places.get(String(projectId)) ?? 0) + 1;
    places.set(String(projectId), order);
    const values = { kind: type, openingBalance: opening ?? 0, openingDate: openingDay ?? null, order };
    // Of two that stood for one account the first keeps it to itself.
    const own = bankAccountId && !deletedAt && !accounts.has(bankAccountId) ? bankAccountId : null;
    accounts.add(bankAccountId);
    await of(fund).updateOne(
      { _id },
      {
        $set: {
          ...values,
          once: own,
          'uniq.once': own,
          purpose: 'OPERATION',
          keeperIds: [],
          balance: 0,
          accountingCode: null,
        },
        $unset: { type: '', opening: '', openingDay: '' },
      },
    );
  }
}

/** Transfers by the names of now, in a series without gaps that goes on where the numbers stand. */
async function renameTransfers(): Promise<void> {
  for await (const doc of of(fundTransfer).find({ day: { $exists: true } })) {
    const [, month, n] = /^(CQ-\d{4})-(\d+)$/.exec(String(doc.code)) ?? [];
    const values = { accountingDate: doc.day, voucherDate: doc.day, fee: 0, attachments: [], makerId: null };
    const cancel = { canceledAt: null, canceledById: null, cancelDate: null, cancelReason: doc.reason ?? null };
    await of(fundTransfer).updateOne(
      { _id: doc._id },
      {
        $set: { ...values, ...cancel, 'uniq.code': nameKey(String(doc.code)) },
        $unset: { day: '', reason: '' },
      },
    );
    if (month)
      await db()
        .collection<{ _id: string; n: number }>(numberCollection.name)
        .updateOne({ _id: numberKey(String(doc.projectId), month) }, { $max: { n: Number(n) } }, { upsert: true });
  }
}

/** A till for each project that has none. */
async function addTills(): Promise<void> {
  for await (const project of projects().find()) {
    if (await of(fund).findOne({ projectId: project._id, kind: 'CASH', deletedAt: null })) continue;
    const till = await firstTill(systemCtx(settingsOf(project), clockNow()));
    const code = await freeCode(project._id);
    await of(fund).insertOne({ ...till, code, uniq: { ...(till.uniq as object), code: nameKey(code) } });
  }
}

/** The code of a till that no other fund of the project has. */
async function freeCode(projectId: string): Promise<string> {
  for (let n = 0; ; n++) {
    const code = n === 0 ? 'TM' : `TM${n}`;
    if (!(await of(fund).findOne({ projectId, 'uniq.code': nameKey(code), deletedAt: null }))) return code;
  }
}

export const namesOfFunds: Migration = {
  name: '2026-11-25 names of funds',
  async run() {
    await renameFunds();
    await renameTransfers();
    await addTills();
  },
};

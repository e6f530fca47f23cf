import { collectionOf } from '@lobby/server/kit/store/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { journalEntry } from '@lobby/shared/modules/ledger.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { type Collection, type Db, MongoClient } from 'mongodb';
import type { Home } from './stage.ts';

type Rows = Collection<{ _id: string }>;

/** Works on a database past the product. */
export async function within<T>({ uri }: Home, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(uri, { socketTimeoutMS: 600_000 });
  try {
    return await work(client.db());
  } finally {
    await client.close();
  }
}

/** Copies records within their collection: `own` is what sets a copy apart, its id too. */
const copy = (rows: Rows, query: object, limit: number, own: object): Promise<unknown> =>
  rows.aggregate([{ $match: query }, { $limit: limit }, { $set: own }, { $merge: rows.collectionName }]).toArray();

/** An id like another that begins with a number of its own; so many digits of the old one stay. */
const idOf = (n: number, id = '$_id') => ({
  $concat: [n.toString(16).padStart(8, '0'), { $substrCP: [id, 8, 16] }],
});

/** Puts so many buildings beside the one that is there, each with some of its units and tickets. */
export const addBuildings = (
  home: Home,
  projectId: string,
  buildings: number,
  each: { units: number; tickets: number },
) =>
  within(home, async db => {
    const projects = db.collection<{ _id: string }>('projects');
    const like = await projects.findOne({ _id: projectId });
    for (let n = 1; n <= buildings; n++) {
      const own = `${n.toString(16).padStart(8, '0')}${projectId.slice(8)}`;
      await projects.insertOne({ ...like, _id: own, code: `B${n}`, name: `Building ${n}` } as { _id: string });
      for (const [definition, count] of [
        [unit, each.units],
        [ticket, each.tickets],
      ] as const)
        await copy(db.collection(collectionOf(definition)), { projectId }, count, { _id: idOf(n), projectId: own });
    }
  });

/** A thousand copies are spread over ten years. */
const HOURS_APART = 88;

/** Multiplies the tickets of a building until it has so many. */
export const growTickets = (home: Home, projectId: string, from: number, to: number) =>
  within(home, async db => {
    const tickets: Rows = db.collection(collectionOf(ticket));
    const first = await tickets
      .find({ projectId }, { projection: { _id: 1 }, sort: { _id: 1 }, limit: from })
      .toArray();
    const like = { projectId, _id: { $in: first.map(({ _id }) => _id) } };
    // A thousand of them again and again: each time with ids and numbers of its own, and longer ago.
    const have = await tickets.countDocuments({ projectId });
    for (let n = Math.ceil(have / from); n * from < to; n++)
      await copy(tickets, like, from, {
        _id: idOf(n),
        code: { $concat: ['$code', `-${n}`] },
        uniq: '$$REMOVE',
        createdAt: { $dateSubtract: { startDate: '$createdAt', unit: 'hour', amount: n * HOURS_APART } },
      });
  });

/** Copies the bills of one service, and their entries in the books, to further months. */
export const copyMonths = (home: Home, projectId: string, serviceId: string, months: readonly string[]) =>
  within(home, async db => {
    const bills: Rows = db.collection(collectionOf(bill));
    const entries: Rows = db.collection(collectionOf(journalEntry));
    const like = { projectId, serviceId, month: { $nin: [...months] } };
    const ids = (await bills.find(like, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    for (const [at, month] of months.entries()) {
      const n = at + 1;
      const day = `${month}-28`;
      const dated = { month, accountingDate: day, voucherDate: day };
      await copy(bills, { _id: { $in: ids } }, ids.length, {
        ...dated,
        _id: idOf(n),
        code: { $concat: ['$code', `-${n}`] },
        uniq: '$$REMOVE',
        noticeMonth: month,
        dueDate: day,
      });
      await copy(entries, { documentId: { $in: ids } }, ids.length, {
        ...dated,
        _id: idOf(n),
        uniq: '$$REMOVE',
        documentId: idOf(n, '$documentId'),
        lines: {
          $map: { input: '$lines', in: { $mergeObjects: ['$$this', { billId: idOf(n, '$$this.billId') }] } },
        },
      });
    }
  });

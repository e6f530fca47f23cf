import { MongoClient, type Timestamp } from 'mongodb';
import { sleep } from '../load/machine.ts';

async function withDatabase<T>(uri: string, run: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = await MongoClient.connect(uri, { socketTimeoutMS: 60_000 });
  try {
    return await run(client);
  } finally {
    await client.close();
  }
}

/** The place of the newest event row, looked at past the product. */
export const lastEvent = (uri: string): Promise<Timestamp> =>
  withDatabase(uri, async client => {
    const row = await client
      .db()
      .collection('events')
      .findOne({}, { sort: { ts: -1 } });
    if (!row) throw new Error('there are no events');
    return row.ts;
  });

/** Ids of the event rows of tickets of a project after a place. */
export const ticketEvents = (uri: string, projectId: string, after: Timestamp): Promise<string[]> =>
  withDatabase(uri, async client => {
    const rows = await client
      .db()
      .collection<{ _id: string }>('events')
      .find({ projectId, entity: 'ticket', ts: { $gt: after } }, { projection: { _id: 1 } })
      .toArray();
    return rows.map(row => row._id);
  });

/** Writes so much past the product that the oplog no longer holds what it holds now. */
export const rollOplog = (uri: string): Promise<void> =>
  withDatabase(uri, async client => {
    const oplog = client.db('local').collection('oplog.rs');
    const newest = (await oplog.findOne({}, { sort: { $natural: -1 } }))?.ts;
    const filler = client.db('filler').collection('filler');
    const docs = Array.from({ length: 40 }, () => ({ text: 'x'.repeat(250_000) }));
    for (let round = 0; ; round++) {
      await filler.insertMany(docs.map(doc => ({ ...doc })));
      // The oldest may go while it is read.
      const oldest = (await oplog.findOne({}, { sort: { $natural: 1 } }).catch(() => null))?.ts;
      if (oldest?.greaterThan(newest)) break;
      // mongod keeps entries after the last checkpoint, and makes none of its own while it is written to without a pause.
      await client.db('admin').command({ fsync: 1 });
      await sleep(300);
      if (round > 60) throw new Error('the oplog does not roll over');
    }
    await client.db('filler').dropDatabase();
  });

/** How many rows, by default of events, there are. */
export const countRows = (uri: string, query: Record<string, unknown>, collection = 'events'): Promise<number> =>
  withDatabase(uri, client => client.db().collection(collection).countDocuments(query));

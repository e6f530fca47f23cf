import { db } from '@lobby/server/kit/database/database.ts';

/** Profile of a query by mongod. */
export interface Ran {
  ns: string;
  op: string;
  command: Record<string, unknown>;
  planSummary?: string;
  hasSortStage?: boolean;
  docsExamined?: number;
  nreturned?: number;
}

/** Runs the calls and returns all reads of a collection that they caused, as profiled by mongod. */
export async function readsOf(collection: string, run: () => Promise<unknown>): Promise<Ran[]> {
  await db().command({ profile: 0 });
  await db()
    .dropCollection('system.profile')
    .catch(() => undefined);
  // Large enough for all reads of a test, as a capped collection drops the oldest.
  await db()
    .createCollection('system.profile', { capped: true, size: 2 ** 25 })
    .catch(() => undefined);
  await db().command({ profile: 2 });
  try {
    await run();
  } finally {
    await db().command({ profile: 0 });
  }
  const all = await db()
    .collection<Ran>('system.profile')
    .find({ ns: `${db().databaseName}.${collection}` })
    .toArray();
  return all.filter(one => one.op === 'query' || (one.op === 'command' && 'aggregate' in one.command));
}

/** Reads that scan the collection or sort in memory. */
export const costly = (reads: readonly Ran[]) =>
  reads
    .filter(
      read =>
        read.hasSortStage ||
        !/IXSCAN|IDHACK|EOF|EXPRESS|COUNT_SCAN|DISTINCT_SCAN/.test(read.planSummary ?? '') ||
        /COLLSCAN/.test(read.planSummary ?? ''),
    )
    .map(read => `${read.planSummary}${read.hasSortStage ? ' and a sort' : ''}: ${JSON.stringify(read.command)}`);

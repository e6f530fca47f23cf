import { BY_ID, db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Lays collections in the order of their ids: in the order in which they came, their rows would tell of each other. Safe to begin anew. */
export async function layById(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [found] = await db().listCollections({ name }).toArray();
    if (!found || ('options' in found && found.options?.clusteredIndex)) continue;
    const indexes = (await db().collection(name).listIndexes().toArray()).filter(one => one.name !== '_id_');
    const beside = `${name}-by-id`;
    // What an earlier try left.
    if ((await db().listCollections({ name: beside }).toArray()).length > 0) await db().dropCollection(beside);
    await db().createCollection(beside, BY_ID);
    for await (const one of db().collection(name).find().sort({ _id: 1 })) await db().collection(beside).insertOne(one);
    if (indexes.length > 0)
      await db()
        .collection(beside)
        .createIndexes(indexes.map(({ key, name: called }) => ({ key, name: called })));
    await db().renameCollection(beside, name, { dropTarget: true });
  }
}

/** Ballots and the marks of who has voted lie in the order of their ids: the one tells nothing of the other. */
export const orderOfBallots: Migration = {
  name: '2026-11-28 order of ballots',
  run: () => layById(['vote-ballots', 'vote-marks']),
};

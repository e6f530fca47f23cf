import { unhurried } from '../kit/database/database.ts';
import { marks } from '../platform/projects/installation.ts';

/** Empties the database where loading a demo was interrupted, so that it can be loaded again. */
export async function clearUnfinishedDemo(): Promise<void> {
  if (!(await marks().findOne({ _id: 'demo', state: 'loading' }))) return;
  await unhurried(async patient => {
    for (const { name } of await patient.listCollections({}, { nameOnly: true }).toArray())
      await patient.collection(name).deleteMany({});
  });
}

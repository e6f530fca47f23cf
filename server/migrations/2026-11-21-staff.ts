import type { Definition } from '@lobby/shared/kit/definition.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { MongoServerError } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, filled, keysOf, type Stored, sealed } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const isDuplicate = (error: unknown) => error instanceof MongoServerError && error.code === 11000;

/** Fills in what records of a definition have gained, and what makes their values unique; of two alike only the first claims the value. */
async function fill(definition: Definition): Promise<void> {
  const collection = db().collection<Stored>(collectionOf(definition));
  for await (const doc of collection.find({})) {
    const given = Object.fromEntries(Object.entries(doc).filter(([name]) => name in definition.fields));
    const whole = filled(definition, given);
    const keys = keysOf(definition, whole, {});
    const plain = { ...whole, ...(keys && { keys }) };
    await collection
      .updateOne({ _id: doc._id }, { $set: { ...plain, ...sealed(definition, doc.projectId, whole) } })
      .catch(async error => {
        if (!isDuplicate(error)) throw error;
        await collection.updateOne({ _id: doc._id }, { $set: plain });
      });
  }
}

/** Staff had a state among their fields; it is their status now, and names, e-mails and phones are unique. */
export const statesOfStaff: Migration = {
  name: '2026-11-21 staff',
  async run() {
    const old = db().collection(collectionOf(employee));
    await old.updateMany({ state: { $exists: true } }, [{ $set: { status: '$state' } }, { $unset: 'state' }]);
    for (const definition of [department, position, employee]) await fill(definition);
  },
};

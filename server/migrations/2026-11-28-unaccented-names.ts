import type { Definition } from '@lobby/shared/kit/definition.ts';
import { checklistKey, maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { systemGroup, technicalSystem } from '@lobby/shared/modules/technical-system.ts';
import { MongoServerError } from 'mongodb';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored, uniqueKey } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const NAMED: readonly Definition[] = [maintenancePlan, systemGroup, technicalSystem];

/** Keeps by what each name is told from others; what two share they keep, until somebody changes one of them. */
export async function tellNamesApart(definition: Definition): Promise<void> {
  const docs = db().collection<Stored>(collectionOf(definition));
  const { name: field } = definition.fields;
  for await (const { _id, name } of docs.find({ deletedAt: null })) {
    if (!field || typeof name !== 'string') continue;
    await docs.updateOne({ _id }, { $set: { 'uniq.name': uniqueKey(field, name) } }).catch(error => {
      if (!(error instanceof MongoServerError) || error.code !== 11000) throw error;
    });
  }
}

/** Names of plans, systems and lists are told apart without accents; what two of them share by that they keep. */
export const unaccentedNames: Migration = {
  name: '2026-11-28 names without accents',
  async run() {
    for (const definition of NAMED) await tellNamesApart(definition);
    const lists = db().collection<Stored>(collectionOf(maintenanceChecklist));
    for await (const { _id, name } of lists.find({}))
      await lists.updateOne({ _id }, { $set: { nameKey: checklistKey(String(name)) } });
  },
};

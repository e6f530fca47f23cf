import { digitsOfCall, hotline } from '@lobby/shared/modules/hotline.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import { settingsOfHotlines } from '../platform/projects/hotlines.ts';
import { type Project, projects } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';
import { storedRecord } from './stored-record.ts';

/** The two settings of before as records: the first number is the main one, each line is one of the others. */
function recordsOf({ _id: projectId, hotline: first, hotlines = [] }: Project, now: Date): Stored[] {
  const lines = [...(first ? [{ name: 'Hotline', phone: first, kind: 'MAIN' }] : []), ...hotlines];
  const [names, numbers] = [new Set<string>(), new Set<string>()];
  return lines.flatMap(({ name, phone, ...main }, n) => {
    const digits = digitsOfCall(phone) ?? phone.replace(/\D/g, '');
    if (numbers.has(digits)) return [];
    numbers.add(digits);
    const own = names.has(name.toLowerCase()) ? `${name} (${n})` : name;
    names.add(own.toLowerCase());
    const kind = n === 0 ? 'MAIN' : 'OTHER';
    const values = { kind, ...main, name: own, phone, digits, order: (n + 1) * 10 };
    return [storedRecord(hotline, projectId, values, now)];
  });
}

export const recordsOfHotlines: Migration = {
  name: '2026-11-27 records of hotlines',
  async run() {
    const records = db().collection<Stored>(collectionOf(hotline));
    for await (const project of projects().find({})) {
      if (await records.findOne({ projectId: project._id })) continue;
      const docs = recordsOf(project, new Date());
      if (docs.length === 0) continue;
      await records.insertMany(docs);
      const set = settingsOfHotlines(docs as unknown as Parameters<typeof settingsOfHotlines>[0]);
      await projects().updateOne({ _id: project._id }, { $set: set });
    }
  },
};

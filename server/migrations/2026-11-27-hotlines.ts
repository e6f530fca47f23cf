import { digitsOfCall, hotline } from '@lobby/shared/modules/hotline.ts';
import { db, newId } from '../kit/database/database.ts';
import { collectionOf, filled, keysOf, nested, type Stored, sealed } from '../kit/store/schema.ts';
import { type Project, projects } from '../platform/projects/projects.ts';
import type { Migration } from './migrate.ts';

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
    const values = filled(hotline, { kind, ...main, name: own, phone, digits, order: (n + 1) * 10 });
    const base = { _id: newId(), projectId, version: 1, createdAt: now, updatedAt: now, deletedAt: null };
    const kept = sealed(hotline, projectId, values, { ...values, _id: base._id });
    const keys = keysOf(hotline, { ...kept, ...values }, {});
    return [{ ...base, ...nested(kept), ...(keys && { keys }) } as Stored];
  });
}

export const recordsOfHotlines: Migration = {
  name: '2026-11-27 records of hotlines',
  async run() {
    const records = db().collection<Stored>(collectionOf(hotline));
    for await (const project of projects().find({})) {
      if (await records.findOne({ projectId: project._id })) continue;
      const docs = recordsOf(project, new Date());
      if (docs.length > 0) await records.insertMany(docs);
    }
  },
};

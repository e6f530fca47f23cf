import { db } from '../kit/database/database.ts';
import type { Migration } from './migrate.ts';

/** Tickets that a rule gave to their assignee say which. */
export const rulesByName: Migration = {
  name: '2026-11-30 rules by name',
  async run() {
    const tickets = db().collection('tickets');
    await tickets.updateMany({ ruleName: { $exists: false } }, { $set: { ruleName: null } });
    const rules = db().collection<{ _id: string; name: string }>('assignment-rules');
    await rules.updateMany({ unfit: { $exists: false } }, { $set: { unfit: false } });
    // Whom a person has assigned meanwhile has no time after which it is passed on.
    for await (const { _id, name } of rules.find({}, { projection: { name: 1 } }))
      await tickets.updateMany(
        { ruleId: _id, assigneeId: { $ne: null }, returnAt: { $ne: null } },
        { $set: { ruleName: name } },
      );
  },
};

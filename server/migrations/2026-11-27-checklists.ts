import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { stockDocument } from '@lobby/shared/modules/stock-document.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

/** Works and plans may go by a checklist, papers of stores come of a count; what was there before does not. */
export const checklistsOfWorks: Migration = {
  name: '2026-11-27 checklists of works',
  async run() {
    const [works, plans, papers] = [maintenance, maintenancePlan, stockDocument].map(one =>
      db().collection<Stored>(collectionOf(one)),
    );
    const none = { checklistId: null, progress: null, failedItems: 0, items: [], besides: [], itemImages: [] };
    await works?.updateMany({ items: { $exists: false } }, { $set: none });
    await plans?.updateMany({ checklistId: { $exists: false } }, { $set: { checklistId: null } });
    await papers?.updateMany({ stockTakeId: { $exists: false } }, { $set: { stockTakeId: null } });
  },
};

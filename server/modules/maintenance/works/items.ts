import { itemsIn } from '@lobby/shared/modules/checklist-items.ts';
import type { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenanceChecklist } from '@lobby/shared/modules/maintenance-checklist.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { records } from '../../../kit/store/records.ts';

/** Current items of a checklist, unanswered, for a new work. */
export async function loadItems(
  ctx: Ctx,
  checklistId: string | null | undefined,
  estimatedMinutes?: number | null,
): Promise<Values<typeof maintenance>> {
  const scope = { projectId: ctx.projectId, deletedAt: null };
  const list = checklistId
    ? await records(maintenanceChecklist).first(ctx, { _id: checklistId, ...scope }, { patience: 2000 })
    : null;
  const items = itemsIn(list?.items).map((item, at) => ({ ...item, n: at + 1 }));
  return {
    // An invalid reference is refused when the work is stored.
    checklistId: checklistId ?? null,
    items,
    besides: [],
    itemImages: [],
    helpImages: list?.helpImages ?? [],
    failedItems: 0,
    progress: list ? 0 : null,
    estimatedMinutes: estimatedMinutes ?? list?.estimatedMinutes ?? null,
  };
}

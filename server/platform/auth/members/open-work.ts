import { MODULES } from '@lobby/shared/modules/index.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { loadScope } from '../../../kit/records/acts/act.ts';
import { records } from '../../../kit/store/records.ts';

/** Open work per employee in a module, as far as the caller sees it; null if the module has no such count. */
export async function openWork(ctx: Ctx, module: string): Promise<ReadonlyMap<string, number> | null> {
  const definition = MODULES.find(({ code, list }) => code === module && list.marks?.mine);
  const open = definition?.list.marks?.mine?.status;
  if (!definition || ctx.kind !== 'staff' || typeof open !== 'object' || !open.in) return null;
  const match = {
    status: { $in: [...open.in] },
    assigneeId: { $ne: null },
    ...(await loadScope(ctx, definition)),
  };
  const stages = [{ $group: { _id: '$assigneeId', count: { $sum: 1 } } }];
  const counts = await records(definition).aggregate<{ _id: string; count: number }>(ctx, match, stages, 2000);
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}

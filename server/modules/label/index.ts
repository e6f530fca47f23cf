import type { Definition } from '@lobby/shared/kit/definition.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import type { Ctx } from '../../kit/context.ts';
import { failFields } from '../../kit/fail.ts';
import type { Stored } from '../../kit/model.ts';
import { needRef } from '../../kit/refs.ts';
import type { Route } from '../../kit/route.ts';
import { serve } from '../../kit/serve.ts';
import { groupTree } from './tree.ts';

/** A group cannot move into itself or its subgroup (rules.md 8). */
async function outsideItself(
  ctx: Ctx,
  values: Record<string, unknown>,
  doc: Stored | null,
): Promise<Record<string, unknown>> {
  const above = new Set<string>();
  // Two moves at once may have closed a ring: each group is looked at once.
  for (let id = values.parentId; typeof id === 'string' && !above.has(id); ) {
    above.add(id);
    if (id === doc?._id) failFields({ parentId: { code: 'LABEL_GROUP_IN_ITSELF' } }, 'LABEL_GROUP_IN_ITSELF');
    id = (await needRef(ctx, 'label-group', id, 'parentId')).parentId;
  }
  return values;
}

/** Labels and their groups. */
export function labelRoutes(all: readonly Definition[]): Route[] {
  return [...serve(label, {}, all), groupTree, ...serve(labelGroup, { beforeSave: outsideItself }, all)];
}

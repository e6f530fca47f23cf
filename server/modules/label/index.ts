import type { Definition } from '@lobby/shared/kit/definition.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { outsideItself, treeRoute } from '../../kit/records/tree.ts';
import { serve } from '../../kit/serve.ts';
import { refuseUsed } from '../../kit/store/pointers.ts';

/** Labels and their groups: the type is fixed once they are used, and a group cannot move into itself or its subgroup (rules.md 8). */
export function labelRoutes(all: readonly Definition[]): Route[] {
  const keepType = (definition: Definition) => async (ctx: Ctx, request: Request) => {
    const { values, doc } = request;
    if (doc && values.type !== undefined && values.type !== doc.type)
      await refuseUsed(ctx, definition, doc, all, 'LABEL_IN_USE');
    return values;
  };
  const outside = outsideItself(labelGroup, 'LABEL_GROUP_IN_ITSELF');
  const checkGroup = async (ctx: Ctx, request: Request) => {
    await keepType(labelGroup)(ctx, request);
    return outside(ctx, request);
  };
  return [
    ...serve(label, { check: keepType(label) }, all),
    treeRoute(labelGroup, label, 'groupId'),
    ...serve(labelGroup, { check: checkGroup }, all),
  ];
}

import type { Definition } from '@lobby/shared/kit/definition.ts';
import { label } from '@lobby/shared/modules/label.ts';
import { labelGroup } from '@lobby/shared/modules/label-group.ts';
import type { Route } from '../../kit/route.ts';
import { serve } from '../../kit/serve.ts';
import { outsideItself, treeRoute } from '../../kit/tree.ts';

/** Labels and their groups; a group cannot move into itself or its subgroup (rules.md 8). */
export function labelRoutes(all: readonly Definition[]): Route[] {
  return [
    ...serve(label, {}, all),
    treeRoute(labelGroup, label, 'groupId'),
    ...serve(labelGroup, { beforeSave: outsideItself(labelGroup, 'LABEL_GROUP_IN_ITSELF') }, all),
  ];
}

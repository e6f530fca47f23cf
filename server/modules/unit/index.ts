import type { Definition } from '@lobby/shared/kit/definition.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import type { Rule } from '../../kit/act.ts';
import type { Route } from '../../kit/route.ts';
import { serve } from '../../kit/serve.ts';
import { makeFloors } from './make-floors.ts';
import { unitPlan } from './plan.ts';
import { onOwnFloor, placeFloor } from './rules.ts';

export { orderIn } from './rules.ts';

const acts: Readonly<Record<string, Rule>> = {
  label: (_ctx, _doc, input) => ({ set: { labelIds: input.labelIds } }),
  'app-usage': (_ctx, _doc, input) => ({ set: { appUsage: input.appUsage } }),
};

/** Units, and the blocks and floors that they stand in. */
export function unitRoutes(all: readonly Definition[]): Route[] {
  return [
    ...serve(block, {}, all),
    makeFloors,
    ...serve(floor, { beforeSave: placeFloor }, all),
    unitPlan,
    ...serve(unit, { beforeSave: onOwnFloor, acts }, all),
  ];
}

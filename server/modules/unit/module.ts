import { floor } from '@lobby/shared/modules/floor.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acts, checkUnit, stayInUse } from './behaviour.ts';
import { makeFloors } from './make-floors.ts';
import { unitPlan } from './plan.ts';
import { placeAnew, placeFloor, placeInTurn } from './rules.ts';

export const unitModule = defineServerModule({
  name: 'unit',
  routes: [makeFloors, unitPlan],
  serves: [
    serves(block),
    serves(floor, { check: placeFloor, changes: placeAnew, first: placeInTurn }),
    serves(unit, { check: checkUnit, inTransaction: stayInUse, actions: acts }),
  ],
});

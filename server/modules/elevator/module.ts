import { elevator, elevatorClosure, USUAL_WEEK } from '@lobby/shared/modules/elevator.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { closureHooks, completeClosure, endClosure } from './closures.ts';
import { freeRoute } from './free-times.ts';
import { unfitRoute } from './unfit-reservations.ts';

/** Adds the default opening hours to new elevators. */
const completeElevator = async (
  _ctx: Ctx,
  { kind, values }: RequestOf<typeof elevator>,
): Promise<Values<typeof elevator>> => (kind === 'create' || kind === 'import' ? { ...USUAL_WEEK, ...values } : values);

export const elevatorModule = defineServerModule({
  name: 'elevator',
  routes: [freeRoute, unfitRoute],
  serves: [
    serves(elevator, { check: completeElevator }),
    serves(elevatorClosure, { check: completeClosure, ...closureHooks, actions: { end: endClosure } }),
  ],
});

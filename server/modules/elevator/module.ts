import { elevator, elevatorClosure, USUAL_WEEK } from '@lobby/shared/modules/elevator.ts';
import type { RequestOf, Values as ValuesOf } from '../../kit/records/typed-behaviour.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { closureHooks, completeClosure, endClosure } from './closures.ts';
import { freeRoute } from './free.ts';
import { unfitRoute } from './unfit.ts';

/** Days that are not named of a new elevator have the usual hours. */
const completeElevator = async (
  _ctx: unknown,
  { kind, values }: RequestOf<typeof elevator>,
): Promise<ValuesOf<typeof elevator>> =>
  kind === 'create' || kind === 'import' ? { ...USUAL_WEEK, ...values } : values;

/** Elevators, when they are free, and when they are closed. */
export const elevatorModule = defineServerModule({
  name: 'elevator',
  routes: [freeRoute, unfitRoute],
  serves: [
    serves(elevator, { check: completeElevator }),
    serves(elevatorClosure, { check: completeClosure, ...closureHooks, actions: { end: endClosure } }),
  ],
});

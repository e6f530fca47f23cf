import { elevator, elevatorClosure, USUAL_WEEK } from '@lobby/shared/modules/elevator.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { defineServerModule } from '../../platform/server-module.ts';
import { closureHooks, completeClosure, endClosure } from './closures.ts';
import { freeRoute } from './free.ts';
import { unfitRoute } from './unfit.ts';

/** Days that are not named of a new elevator have the usual hours. */
const completeElevator = async (_ctx: unknown, { kind, values }: Request): Promise<Record<string, unknown>> =>
  kind === 'create' || kind === 'import' ? { ...USUAL_WEEK, ...values } : values;

/** Elevators, when they are free, and when they are closed. */
export const elevatorModule = defineServerModule({
  name: 'elevator',
  routes: [freeRoute, unfitRoute],
  serves: [
    { definition: elevator, behaviour: { check: completeElevator } },
    { definition: elevatorClosure, behaviour: { check: completeClosure, ...closureHooks, acts: { end: endClosure } } },
  ],
});

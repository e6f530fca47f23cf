import type { Definition } from '@lobby/shared/kit/definition.ts';
import { elevator, elevatorClosure, USUAL_WEEK } from '@lobby/shared/modules/elevator.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Request } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { closureHooks, completeClosure, endClosure } from './closures.ts';
import { freeRoute } from './free.ts';
import { unfitRoute } from './unfit.ts';

export { refuseTime } from './around.ts';
export { closureOfWork, takeElevator, type WorkClosure } from './closures.ts';

/** Days that are not named of a new elevator have the usual hours. */
const completeElevator = async (_ctx: unknown, { kind, values }: Request): Promise<Record<string, unknown>> =>
  kind === 'create' || kind === 'import' ? { ...USUAL_WEEK, ...values } : values;

/** Elevators, when they are free, and when they are closed. */
export const elevatorRoutes = (all: readonly Definition[]): Route[] => [
  freeRoute,
  unfitRoute,
  ...serve(elevator, { check: completeElevator }, all),
  ...serve(elevatorClosure, { check: completeClosure, ...closureHooks, acts: { end: endClosure } }, all),
];

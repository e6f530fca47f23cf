import type { Definition } from '@lobby/shared/kit/definition.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { lockRoutes } from './calls.ts';
import { lockBehaviour } from './locks.ts';

export { checkDay, refuseLocked, todayOf } from './locks.ts';

/** The days up to which the books are closed. */
export const lockDateRoutes = (all: readonly Definition[]): Route[] => [
  ...lockRoutes(),
  ...serve(lockDate, lockBehaviour, all),
];

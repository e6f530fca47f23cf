import type { Definition } from '@lobby/shared/kit/definition.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { lockRoutes } from './calls.ts';

export {
  checkDay,
  checkVoucherDate,
  heldOpen,
  refuseCancelLocked,
  refuseLocked,
  refuseLockedMonth,
  todayOf,
} from './locks.ts';
export { lockStateCollection } from './state.ts';

/** The days up to which the books are closed. */
export const lockDateRoutes = (all: readonly Definition[]): Route[] => [...lockRoutes(), ...serve(lockDate, {}, all)];

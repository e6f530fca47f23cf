import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { lockRoutes } from './calls.ts';
import { lockStateCollection } from './state.ts';

/** The days up to which the books are closed. */
export const lockDateModule = defineServerModule({
  name: 'lock-date',
  routes: lockRoutes(),
  serves: [serves(lockDate)],
  collections: [lockStateCollection],
});

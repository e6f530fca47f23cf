import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { lockRoutes } from './calls.ts';
import { lockStateCollection } from './state.ts';

export const lockDateModule = defineServerModule({
  name: 'lock-date',
  routes: lockRoutes(),
  serves: [serves(lockDate)],
  collections: [lockStateCollection],
});

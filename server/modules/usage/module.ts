import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { completeUsage, moveNext } from './complete.ts';
import { completeMeter, meterActs } from './meters.ts';
import { saveRoutes } from './save-calls.ts';
import { sheetRoute } from './sheet.ts';

export const usageModule = defineServerModule({
  name: 'usage',
  routes: [sheetRoute, ...saveRoutes],
  serves: [
    serves(meter, { check: completeMeter, actions: meterActs }),
    serves(usage, { check: completeUsage, changes: moveNext }),
  ],
});

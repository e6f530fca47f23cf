import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import { defineServerModule } from '../../platform/server-module.ts';
import { completeUsage, moveNext } from './complete.ts';
import { completeMeter, meterActs } from './meters.ts';
import { saveRoutes } from './save-calls.ts';
import { sheetRoute } from './sheet.ts';

/** Meters, and what was used. */
export const usageModule = defineServerModule({
  name: 'usage',
  routes: [sheetRoute, ...saveRoutes],
  serves: [
    { definition: meter, behaviour: { check: completeMeter, acts: meterActs } },
    { definition: usage, behaviour: { check: completeUsage, changes: moveNext } },
  ],
});

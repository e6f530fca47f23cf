import type { Definition } from '@lobby/shared/kit/definition.ts';
import { meter } from '@lobby/shared/modules/meter.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { completeUsage, moveNext } from './complete.ts';
import { completeMeter, meterActs } from './meters.ts';
import { saveRoutes } from './save-calls.ts';
import { sheetRoute } from './sheet.ts';

export { type ReadByBill, usesByBill } from './by-bill.ts';

/** Meters, and what was used. */
export const usageRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(meter, { check: completeMeter, acts: meterActs }, all),
  sheetRoute,
  ...saveRoutes,
  ...serve(usage, { check: completeUsage, changes: moveNext }, all),
];

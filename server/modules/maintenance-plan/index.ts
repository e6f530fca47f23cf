import type { Definition } from '@lobby/shared/kit/definition.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { previewRoute } from './preview.ts';
import { completePlan, planActs } from './rules.ts';

export { turnPlans } from './jobs.ts';

/** The rules by which upkeep and inspections come by themselves. */
export const planRoutes = (all: readonly Definition[]): Route[] => [
  previewRoute,
  ...serve(maintenancePlan, { check: completePlan, acts: planActs }, all),
];

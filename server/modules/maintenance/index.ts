import type { Definition } from '@lobby/shared/kit/definition.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { partnerWorksRoute } from '../repair/index.ts';
import { workActs } from './acts.ts';
import { answerRoute } from './answers.ts';
import { availabilityRoute, downtimeRoutes } from './downtimes.ts';
import { figuresRoute } from './figures.ts';
import { completePlan, planActs } from './plan-rules.ts';
import { planWorks } from './plan-works.ts';
import { previewRoute } from './preview.ts';
import { printRoute } from './print.ts';
import { readingRoute } from './readings.ts';
import { workRoutes } from './routes.ts';
import { workRules } from './rules.ts';
import { snapshotRoute } from './snapshot.ts';
import { yearRoute } from './year.ts';

export { dayCollection, turnWorks } from './jobs.ts';
export { turnPlans } from './plan-jobs.ts';

/** The works that keep a building going, and the rules by which they come by themselves. */
export const maintenanceRoutes = (all: readonly Definition[]): Route[] => [
  previewRoute,
  yearRoute,
  figuresRoute,
  snapshotRoute,
  readingRoute,
  availabilityRoute,
  ...downtimeRoutes(all),
  printRoute,
  ...workRoutes,
  answerRoute,
  partnerWorksRoute,
  ...serve(maintenancePlan, { check: completePlan, ...planWorks, acts: planActs }, all),
  ...serve(maintenance, { ...workRules, acts: workActs }, all),
];

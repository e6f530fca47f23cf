import { READING_SHEET } from '@lobby/shared/modules/device-reading.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { figuresRoute } from './figures.ts';
import { dayCollection, worksJob } from './jobs.ts';
import { availabilityRoute, servedDowntimes, systemDowntimeRoute } from './machines/downtimes.ts';
import { readingRoute } from './machines/readings.ts';
import { readingSheetRules, storeReadings } from './machines/readings-import.ts';
import { upkeepRoute } from './machines/upkeep.ts';
import { plansJob } from './plans/plan-jobs.ts';
import { planReachRoute } from './plans/plan-reach.ts';
import { completePlan, planActs } from './plans/plan-rules.ts';
import { planTargetsRoute } from './plans/plan-targets.ts';
import { planThingsRoute } from './plans/plan-things.ts';
import { planWorks } from './plans/plan-works.ts';
import { previewRoute } from './plans/preview.ts';
import { yearRoute } from './plans/year.ts';
import { partnerWorksRoute } from './repair/index.ts';
import { workRoutes } from './routes.ts';
import { workActs } from './works/acts.ts';
import { answerRoute } from './works/answers.ts';
import { printRoute } from './works/print.ts';
import { workRules } from './works/rules.ts';
import { snapshotRoute } from './works/snapshot.ts';

export const maintenanceModule = defineServerModule({
  name: 'maintenance',
  routes: [
    previewRoute,
    yearRoute,
    figuresRoute,
    planTargetsRoute,
    planReachRoute,
    planThingsRoute,
    upkeepRoute,
    snapshotRoute,
    readingRoute,
    ...importRoutes(READING_SHEET.definition, readingSheetRules, storeReadings),
    availabilityRoute,
    systemDowntimeRoute,
    printRoute,
    ...workRoutes,
    answerRoute,
    partnerWorksRoute,
  ],
  serves: [
    servedDowntimes,
    serves(maintenancePlan, { check: completePlan, ...planWorks, actions: planActs }),
    serves(maintenance, { ...workRules, actions: workActs }),
  ],
  jobs: [plansJob, worksJob],
  collections: [dayCollection],
});

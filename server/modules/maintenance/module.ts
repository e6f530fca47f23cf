import { READING_SHEET } from '@lobby/shared/modules/device-reading.ts';
import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { maintenancePlan } from '@lobby/shared/modules/maintenance-plan.ts';
import { importRoutes } from '../../kit/sheets/import/routes.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { partnerWorksRoute } from '../repair/index.ts';
import { workActs } from './acts.ts';
import { answerRoute } from './answers.ts';
import { availabilityRoute, servedDowntimes, systemDowntimeRoute } from './downtimes.ts';
import { figuresRoute } from './figures.ts';
import { dayCollection, runWorksJob } from './jobs.ts';
import { runPlansJob } from './plan-jobs.ts';
import { planReachRoute } from './plan-reach.ts';
import { completePlan, planActs } from './plan-rules.ts';
import { planTargetsRoute } from './plan-targets.ts';
import { planWorks } from './plan-works.ts';
import { previewRoute } from './preview.ts';
import { printRoute } from './print.ts';
import { readingRoute } from './readings.ts';
import { readingSheetRules, storeReadings } from './readings-import.ts';
import { workRoutes } from './routes.ts';
import { workRules } from './rules.ts';
import { snapshotRoute } from './snapshot.ts';
import { planThingsRoute } from './things.ts';
import { upkeepRoute } from './upkeep.ts';
import { yearRoute } from './year.ts';

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
  jobs: [
    { name: 'plans of upkeep', every: '20 * * * *', run: runPlansJob },
    { name: 'works of upkeep that are late', every: '* * * * *', run: runWorksJob },
  ],
  collections: [dayCollection],
});

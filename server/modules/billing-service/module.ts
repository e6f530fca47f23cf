import { service } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { runTariffsJob } from '../tariff/index.ts';
import { parkingRoutes } from './parking.ts';
import { runParkingsJob } from './parking-listeners.ts';
import { parkingActs, parkingBehaviour } from './parking-rules.ts';
import { registrationActs, registrationBehaviour } from './registration.ts';
import { registrationRoutes, runRegistrationsJob } from './registration-calls.ts';
import { marksRoute } from './registration-marks.ts';
import { serviceActs, serviceBehaviour } from './service.ts';
import { settingsRoutes } from './settings.ts';

/** Daily changes: tariff versions that take effect, registrations and parking that end. */
const runServicesJob = async (now: Date): Promise<number> =>
  (await runTariffsJob(now)) + (await runRegistrationsJob(now)) + (await runParkingsJob(now));

export const billingServiceModule = defineServerModule({
  name: 'billing-service',
  routes: [...settingsRoutes, marksRoute, ...registrationRoutes, ...parkingRoutes],
  serves: [
    serves(service, { ...serviceBehaviour, actions: serviceActs }),
    serves(serviceRegistration, { ...registrationBehaviour, actions: registrationActs }),
    serves(parking, { ...parkingBehaviour, actions: parkingActs }),
  ],
  jobs: [{ name: 'services', every: '*/15 * * * *', run: runServicesJob }],
});

import { service } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { parkingsJob } from './parking/listeners.ts';
import { parkingRoutes } from './parking/parking.ts';
import { parkingActs, parkingBehaviour } from './parking/rules.ts';
import { registrationRoutes, registrationsJob } from './registration/calls.ts';
import { marksRoute } from './registration/marks.ts';
import { registrationActs, registrationBehaviour } from './registration/registration.ts';
import { serviceActs, serviceBehaviour } from './service.ts';
import { settingsRoutes } from './settings.ts';

export const billingServiceModule = defineServerModule({
  name: 'billing-service',
  routes: [...settingsRoutes, marksRoute, ...registrationRoutes, ...parkingRoutes],
  serves: [
    serves(service, { ...serviceBehaviour, actions: serviceActs }),
    serves(serviceRegistration, { ...registrationBehaviour, actions: registrationActs }),
    serves(parking, { ...parkingBehaviour, actions: parkingActs }),
  ],
  jobs: [registrationsJob, parkingsJob],
});

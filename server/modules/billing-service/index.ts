import type { Definition } from '@lobby/shared/kit/definition.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { turnTariffs } from '../tariff/index.ts';
import { parkingRoute } from './parking.ts';
import { registrationActs, registrationBehaviour } from './registration.ts';
import { registrationRoutes, turnRegistrations } from './registration-calls.ts';
import { serviceActs, serviceBehaviour } from './service.ts';
import { settingsRoutes } from './settings.ts';

export { turnRegistrations };

/** What a new day changes: prices that come into force, registrations whose last day is over. */
export const turnServices = async (now: Date): Promise<number> =>
  (await turnTariffs(now)) + (await turnRegistrations(now));

/** Services, who has them, and what was used. */
export const billingRoutes = (all: readonly Definition[]): Route[] => [
  ...settingsRoutes,
  ...serve(service, { ...serviceBehaviour, acts: serviceActs }, all),
  ...registrationRoutes,
  ...serve(serviceRegistration, { ...registrationBehaviour, acts: registrationActs }, all),
  parkingRoute,
];

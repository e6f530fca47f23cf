import type { Definition } from '@lobby/shared/kit/definition.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { parking } from '@lobby/shared/modules/parking.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { turnTariffs } from '../tariff/index.ts';
import { parkingRoutes } from './parking.ts';
import { turnParkings } from './parking-follow.ts';
import { parkingActs, parkingBehaviour } from './parking-rules.ts';
import { registrationActs, registrationBehaviour } from './registration.ts';
import { registrationRoutes, turnRegistrations } from './registration-calls.ts';
import { serviceActs, serviceBehaviour } from './service.ts';
import { settingsRoutes } from './settings.ts';

export { followVehicle, refuseParked } from './parking-follow.ts';
export { turnRegistrations };

/** What a new day changes: prices that come into force, registrations whose last day is over. */
export const turnServices = async (now: Date): Promise<number> =>
  (await turnTariffs(now)) + (await turnRegistrations(now)) + (await turnParkings(now));

/** Services, who has them, and what was used. */
export const billingRoutes = (all: readonly Definition[]): Route[] => [
  ...settingsRoutes,
  ...serve(service, { ...serviceBehaviour, acts: serviceActs }, all),
  ...registrationRoutes,
  ...serve(serviceRegistration, { ...registrationBehaviour, acts: registrationActs }, all),
  ...parkingRoutes,
  ...serve(parking, { ...parkingBehaviour, acts: parkingActs }, all),
];

import type { Definition } from '@lobby/shared/kit/definition.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { usage } from '@lobby/shared/modules/usage.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { parkingRoute } from './parking.ts';
import { registrationBehaviour } from './registration.ts';
import { serviceBehaviour } from './service.ts';
import { sheetRoute } from './sheet.ts';
import { completeUsage } from './usage.ts';

/** Services, who has them, and what was used. */
export const billingRoutes = (all: readonly Definition[]): Route[] => [
  ...serve(service, serviceBehaviour, all),
  ...serve(serviceRegistration, registrationBehaviour, all),
  sheetRoute,
  parkingRoute,
  ...serve(usage, { check: completeUsage }, all),
];

import type { Definition } from '@lobby/shared/kit/definition.ts';
import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { registrationBehaviour, registrationRoutes } from './registration.ts';
import { CARD_ACTS, completeCard, slotFree } from './rules.ts';
import { completeVehicle, VEHICLE_ACTS, vehicleSummary, withinLimit, withParking } from './vehicles.ts';

export { openForms } from './leaving.ts';
export { freed } from './rules.ts';

/** Cards, the vehicles that they open for, and the forms by which residents ask for them. */
export function cardRoutes(all: readonly Definition[]): Route[] {
  return [
    ...registrationRoutes(),
    ...serve(cardRegistration, registrationBehaviour, all),
    ...serve(card, { check: completeCard, inTransaction: slotFree, acts: CARD_ACTS }, all),
    vehicleSummary,
    ...serve(
      vehicle,
      { check: completeVehicle, changes: withParking, inTransaction: withinLimit, acts: VEHICLE_ACTS },
      all,
    ),
  ];
}

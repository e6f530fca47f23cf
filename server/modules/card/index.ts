import type { Definition } from '@lobby/shared/kit/definition.ts';
import { card, vehicle } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import {
  changesOfRegistration,
  completeRegistration,
  registrationActs,
  registrationRoutes,
  tellOfRegistration,
} from './registration.ts';
import { completeCard, completeVehicle, linkCard, lockCard, releaseCard, tellParking } from './rules.ts';

const CARD_ACTS = { link: linkCard, release: releaseCard, lock: lockCard, 'send-again': tellParking };

/** Cards, the vehicles that they open for, and the forms by which residents ask for them. */
export function cardRoutes(all: readonly Definition[]): Route[] {
  const registration = {
    check: completeRegistration,
    changes: changesOfRegistration,
    inTransaction: tellOfRegistration,
    acts: registrationActs,
  };
  return [
    ...registrationRoutes(registration),
    ...serve(cardRegistration, registration, all),
    ...serve(card, { check: completeCard, acts: CARD_ACTS }, all),
    ...serve(vehicle, { check: completeVehicle }, all),
  ];
}

import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { runHoldersJob } from './holder-jobs.ts';
import { openForms } from './leaving.ts';
import { configureParkingSystem, runParkingJob } from './parking-jobs.ts';
import { overParking } from './parking-system.ts';
import { registrationBehaviour, registrationRoutes } from './registration.ts';
import { remindOfCards } from './registration-jobs.ts';
import { CARD_ACTS, completeCard, slotFree } from './rules.ts';
import { completeVehicle, stopVehicles, VEHICLE_ACTS, vehicleSummary, withinLimit, withParking } from './vehicles.ts';

export const cardModule = defineServerModule({
  name: 'card',
  routes: [...registrationRoutes(), vehicleSummary],
  serves: [
    serves(cardRegistration, registrationBehaviour),
    serves(card, { check: completeCard, inTransaction: slotFree, actions: CARD_ACTS }),
    serves(vehicle, {
      check: completeVehicle,
      changes: withParking,
      inTransaction: withinLimit,
      actions: VEHICLE_ACTS,
    }),
  ],
  jobs: [
    { name: 'vehicles whose last day is over', every: '20 0 * * *', run: stopVehicles },
    { name: 'cards at the barriers', every: '* * * * *', run: runParkingJob },
    { name: 'cards to be collected', every: '*/10 * * * *', run: remindOfCards },
    { name: 'holders of cards and vehicles', every: '20 * * * *', run: runHoldersJob },
  ],
  configure: ({ env }) =>
    configureParkingSystem(env.PARKING_URL ? overParking(env.PARKING_URL, env.PARKING_TOKEN) : null),
  openOf: openForms,
});

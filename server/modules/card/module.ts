import { card } from '@lobby/shared/modules/card.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { vehicle } from '@lobby/shared/modules/vehicle.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { holdersJob } from './holder-jobs.ts';
import { openForms } from './open-forms.ts';
import { configureParkingSystem, parkingJob } from './parking-jobs.ts';
import { overParking } from './parking-system.ts';
import { cardReminderJob } from './registration/jobs.ts';
import { registrationBehaviour, registrationRoutes } from './registration/registration.ts';
import { CARD_ACTS, completeCard, slotFree } from './rules.ts';
import {
  completeVehicle,
  stopVehiclesJob,
  VEHICLE_ACTS,
  vehicleSummary,
  withinLimit,
  withParking,
} from './vehicles.ts';

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
  jobs: [stopVehiclesJob, parkingJob, cardReminderJob, holdersJob],
  configure: ({ env }) =>
    configureParkingSystem(env.PARKING_URL ? overParking(env.PARKING_URL, env.PARKING_TOKEN) : null),
  openOf: openForms,
});

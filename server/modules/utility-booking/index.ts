import type { Definition } from '@lobby/shared/kit/definition.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { acts, tellOfBooking } from './acts.ts';
import { completeRule, keepPlace } from './complete.ts';
import { householdCalls } from './household.ts';
import { moneyRoutes } from './money-routes.ts';
import type { Booking } from './places.ts';
import { bookingCalls } from './routes.ts';
import { endedWaits, waitRoutes } from './waits.ts';

const inTransaction: NonNullable<Behaviour['inTransaction']> = async (ctx, session, done) => {
  await keepPlace(ctx, session, done);
  await tellOfBooking(ctx, session, done);
};

const changes: NonNullable<Behaviour['changes']> = async (ctx, { kind, doc }) =>
  kind === 'create' ? endedWaits(ctx, doc as Booking) : [];

/** Bookings of amenities; `GET /amenities/booking/export` is their export by the path of the specification. */
export function bookingRoutes(all: readonly Definition[]): Route[] {
  const standard = serve(utilityBooking, { check: completeRule, changes, inTransaction, acts }, all);
  const sheet = standard.filter(one => one.method === 'get' && one.path === `${utilityBooking.path}/export`);
  return [
    ...sheet.map(one => ({ ...one, path: '/amenities/booking/export' })),
    ...bookingCalls,
    ...householdCalls,
    ...moneyRoutes,
    ...waitRoutes(all),
    ...standard,
  ];
}

import { VIETNAM } from '@lobby/shared/kit/dates.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { loadProject } from '../../platform/projects/projects.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { voucherCancelled } from '../receipt/index.ts';
import { acts } from './acts.ts';
import { banRoutes, bansJob, servedBans } from './bans/ban-routes.ts';
import { behaviour, waitsJob } from './behaviour.ts';
import { editCall, writingCalls } from './booking-calls.ts';
import { refusedCollection } from './eligibility/refused-bookings.ts';
import { householdCalls } from './household/household.ts';
import { openBookings } from './household/open-bookings.ts';
import { slipCalls } from './household/slip.ts';
import { bookingsJob } from './jobs.ts';
import { moneyRoutes } from './money/routes.ts';
import { cancelledVoucher } from './money/vouchers.ts';
import { broadcastSlots } from './slots/broadcast-slots.ts';
import { holdCollection } from './slots/held-slots.ts';
import { bookingCalls } from './slots/routes.ts';
import { holdCalls, sweepHoldsJob } from './slots/slot-holds.ts';
import { servedWaits, waitRoutes } from './waitlist/routes.ts';

export const utilityBookingModule = defineServerModule({
  name: 'utility-booking',
  routes: [
    ...bookingCalls,
    ...holdCalls,
    ...slipCalls,
    ...writingCalls(untyped(behaviour)),
    ...householdCalls,
    ...moneyRoutes,
    ...waitRoutes(untyped(behaviour)),
    ...banRoutes,
    editCall(untyped(behaviour)),
  ],
  serves: [servedWaits, servedBans, serves(utilityBooking, { ...behaviour, actions: acts })],
  // Route of the specification.
  alsoAt: { [`get ${utilityBooking.path}/export`]: '/amenities/booking/export' },
  jobs: [bookingsJob, sweepHoldsJob, waitsJob, bansJob],
  collections: [refusedCollection, holdCollection],
  openOf: openBookings,
  listens: [voucherCancelled.handledBy(cancelledVoucher)],
  onFeed: (feed, live) => broadcastSlots(feed, live, async id => (await loadProject(id))?.timeZone ?? VIETNAM),
});

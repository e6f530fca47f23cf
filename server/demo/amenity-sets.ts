import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBan } from '@lobby/shared/modules/utility-ban.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityClosure } from '@lobby/shared/modules/utility-closure.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { utilityWaitlist } from '@lobby/shared/modules/utility-waitlist.ts';
import { calendarFeed } from '../modules/calendar-feed/index.ts';
import { closuresOf, type utilitiesOf, utilityGroupsOf } from './amenities.ts';
import { bansOf, type bookingsOf, waitsOf } from './bookings.ts';
import { calendarsOf } from './calendars.ts';
import type { Home } from './homes.ts';
import { merchantOrdersOf } from './merchant-orders.ts';
import type { partnersOf } from './partners.ts';
import type { Sets } from './prepared.ts';
import type { Site } from './sites.ts';

interface Made {
  amenities: ReturnType<typeof utilitiesOf>;
  bookings: ReturnType<typeof bookingsOf>;
  partners: ReturnType<typeof partnersOf>;
}

/** Amenities of a building with all dependent records, referenced collections first. */
export const amenitySetsOf = (site: Site, homes: readonly Home[], made: Made, now: Date): Sets => [
  [utilityGroup, utilityGroupsOf(site)],
  [utility, made.amenities],
  [utilityClosure, closuresOf(site, now)],
  [utilityBooking, made.bookings],
  [utilityWaitlist, waitsOf(site, homes, made.bookings, now)],
  [utilityBan, bansOf(site, made.bookings, made.amenities, now)],
  [calendarFeed, calendarsOf(site, homes, made.amenities, now)],
  [merchantOrder, merchantOrdersOf(site, homes, made.amenities, made.partners, now)],
];

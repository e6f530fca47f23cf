import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist, WAITS_ON } from '@lobby/shared/modules/utility-waitlist.ts';
import { endsBy } from '../../../platform/server-module.ts';
import { cancel } from '../acts.ts';
import { leave } from '../waitlist/routes.ts';

/** Waits and bookings that end when the household leaves. */
export const openBookings = [
  endsBy({
    definition: utilityWaitlist,
    name: 'leave',
    actions: { leave },
    where: () => ({ status: { $in: WAITS_ON } }),
  }),
  endsBy({
    definition: utilityBooking,
    name: 'cancel',
    actions: { cancel },
    where: ({ now }) => ({ status: { $in: ['PENDING', 'APPROVED'] }, startAt: { $gt: now } }),
  }),
];

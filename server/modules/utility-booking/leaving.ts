import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityWaitlist, WAITS_ON } from '@lobby/shared/modules/utility-waitlist.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { asRule } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import type { Ending } from '../../platform/server-module.ts';
import { cancel } from './acts.ts';
import { leave } from './waits.ts';

const MOST = 500;

/** What a household waits for, and what it has booked and not begun. */
export async function openBookings({ projectId, now }: Ctx, unitId: string): Promise<Ending[]> {
  const [waits, bookings] = await Promise.all([
    records(utilityWaitlist).find({ projectId }, { unitId, status: { $in: WAITS_ON } }, { limit: MOST }),
    records(utilityBooking).find(
      { projectId },
      { unitId, status: { $in: ['PENDING', 'APPROVED'] }, startAt: { $gt: now } },
      { limit: MOST },
    ),
  ]);
  return [
    // First, so that none of the places goes to the household itself.
    ...waits.map(doc => ({ definition: utilityWaitlist, name: 'leave', doc, rule: asRule(leave) })),
    ...bookings.map(doc => ({ definition: utilityBooking, name: 'cancel', doc, rule: asRule(cancel) })),
  ];
}

import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
/** Where bookings are asked for, and the permission module whose events tell of them. */
export const BOOKINGS = '/utility-booking';
export const BOOKED: readonly string[] = ['AMENITIES_ORDERS'];

/** The day that it is in the building. */
export const today = () => dayOf(new Date(), VIETNAM);

/** Whether whoever has booked is let in by it. */
export const hasPass = ({ status }: { status: string }): boolean =>
  status === 'APPROVED' || status === 'WAITING_FOR_COMPLETED';

/** What the state of a booking means, as a colour. */
export const BOOKING_TONES: Readonly<Record<string, string>> = {
  PENDING: 'waiting',
  APPROVED: 'going',
  WAITING_FOR_COMPLETED: 'going',
  COMPLETED: 'done',
  REJECTED: 'bad',
};

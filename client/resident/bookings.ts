import { dayOf, VIETNAM } from '@lobby/shared/kit/dates.ts';
/** API path of bookings, and the permission module of their events. */
export const BOOKINGS = '/utility-booking';
export const BOOKED: readonly string[] = ['AMENITIES_ORDERS'];

/** Returns today's date in the building. */
export const today = () => dayOf(new Date(), VIETNAM);

/** Whether a booking comes with a pass. */
export const hasPass = ({ status }: { status: string }): boolean =>
  status === 'APPROVED' || status === 'WAITING_FOR_COMPLETED';

/** Colours of booking statuses. */
export const BOOKING_TONES: Readonly<Record<string, string>> = {
  PENDING: 'waiting',
  APPROVED: 'going',
  WAITING_FOR_COMPLETED: 'going',
  COMPLETED: 'done',
  REJECTED: 'bad',
};

const OFFERED = ['FREE', 'MINE'];
/** Slots that may be booked or are one's own first, each part by time. */
export const freeFirst = <S extends { state: string }>(slots: readonly S[]): S[] => [
  ...slots.filter(({ state }) => OFFERED.includes(state)),
  ...slots.filter(({ state }) => !OFFERED.includes(state)),
];

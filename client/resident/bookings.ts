/** Where bookings are asked for, and the permission module whose events tell of them. */
export const BOOKINGS = '/utility-booking';
export const BOOKED: readonly string[] = ['AMENITIES_ORDERS'];

const VIETNAM_MS = 7 * 3_600_000;
/** The day that it is in the building. */
export const today = () => new Date(Date.now() + VIETNAM_MS).toISOString().slice(0, 10);

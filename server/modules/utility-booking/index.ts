export { cancel } from './acts.ts';
export { refusedBookings } from './eligibility/refused-bookings.ts';
export { payable, payPart, refundPart } from './money/online.ts';
export { nameOf } from './slots/bookable.ts';
export { offerOpened } from './waitlist/offers.ts';

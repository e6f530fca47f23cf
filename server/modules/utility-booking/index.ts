export { cancel } from './acts.ts';
export { nameOf } from './bookable.ts';
export { payable, payPart, refundPart } from './online.ts';
export { refusedBookings } from './refused.ts';
export { opened } from './waitlist/offers.ts';

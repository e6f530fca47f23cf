import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Route } from '../../kit/http/route.ts';
import type { Behaviour } from '../../kit/records/behaviour.ts';
import { serve } from '../../kit/serve.ts';
import { askDeposit } from '../deposit/index.ts';
import { onVoucherCancel } from '../receipt/index.ts';
import { acts, tellOfBooking } from './acts.ts';
import { banRoutes } from './ban-routes.ts';
import { depositOf } from './books.ts';
import { completeBooking, keepPlace } from './complete.ts';
import { holdCalls, releaseOwn } from './hold.ts';
import { householdCalls } from './household.ts';
import { moneyRoutes } from './money-routes.ts';
import type { Booking } from './places.ts';
import { bookingCalls } from './routes.ts';
import { slipCalls } from './slip.ts';
import { cancelledVoucher } from './vouchers.ts';
import { endedWaits, turnWaitsWith, waitRoutes } from './waits.ts';
import { editCall, writingCalls } from './writing.ts';

export { cancel } from './acts.ts';
export { nameOf } from './bookable.ts';
export { holdCollection } from './held-slots.ts';
export { sweepHolds } from './hold.ts';
export { openBookings } from './leaving.ts';
export { opened } from './offers.ts';
export { payable, payPart, refundPart } from './online.ts';
export { refusedBookings, refusedCollection } from './refused.ts';
export { tellSlots } from './tell-slots.ts';

const inTransaction: NonNullable<Behaviour['inTransaction']> = async (ctx, session, done) => {
  await keepPlace(ctx, session, done);
  if (done.kind === 'create') await releaseOwn(ctx, String(done.doc.utilityId), session);
  await tellOfBooking(ctx, session, done);
};

/** Who books what was waited for waits no longer; a deposit is asked for by its own request. */
const changes: NonNullable<Behaviour['changes']> = async (ctx, { kind, doc }) => {
  if (kind !== 'create') return [];
  const due = (doc.payBeforeAt ?? doc.startAt) as Date;
  const asked = Number(doc.deposit) > 0 ? { ...depositOf(doc), due: dayOf(due, ctx.project.timeZone) } : null;
  return [
    ...(await endedWaits(ctx, doc as Booking)),
    ...(asked ? await askDeposit(ctx, asked, Number(doc.deposit)) : []),
  ];
};

onVoucherCancel(cancelledVoucher);

const behaviour: Behaviour = { check: completeBooking, changes, inTransaction };
/** Ends waits and offers whose time is over, and offers what is free. */
export const turnWaits = turnWaitsWith(behaviour);
const isOwn = ({ method, path }: Route) =>
  (method === 'post' && path === utilityBooking.path) ||
  (method === 'put' && [`${utilityBooking.path}/:id`, `${utilityBooking.path}/:id/cancel`].includes(path));

/** Bookings of amenities; `GET /amenities/booking/export` is their export by the path of the specification. */
export function bookingRoutes(all: readonly Definition[]): Route[] {
  const standard = serve(utilityBooking, { ...behaviour, acts }, all);
  const sheet = standard.filter(one => one.method === 'get' && one.path === `${utilityBooking.path}/export`);
  return [
    ...sheet.map(one => ({ ...one, path: '/amenities/booking/export' })),
    ...bookingCalls,
    ...holdCalls,
    ...slipCalls,
    ...writingCalls(behaviour),
    ...householdCalls,
    ...moneyRoutes,
    ...waitRoutes(all, behaviour),
    ...banRoutes(all),
    ...standard.filter(one => !isOwn(one)),
    editCall(behaviour),
  ];
}

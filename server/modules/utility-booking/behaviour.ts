import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { DoneOf } from '../../kit/records/typed-behaviour.ts';
import { type BehaviourOf, untyped } from '../../kit/records/typed-behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import { askDeposit } from '../deposit/index.ts';
import { notifyOfBooking } from './acts.ts';
import { completeBooking, keepPlace } from './complete.ts';
import { loadDepositOf } from './money/books.ts';
import { releaseOwn } from './slots/slot-holds.ts';
import { endedWaits, makeWaitsJob } from './waitlist/routes.ts';

const inTransaction = async (ctx: Ctx, session: Session, done: DoneOf<typeof utilityBooking>): Promise<void> => {
  await keepPlace(ctx, session, done);
  if (done.kind === 'create') await releaseOwn(ctx, done.doc.utilityId, session);
  await notifyOfBooking(ctx, session, done);
};

/** A new booking ends waits for the same frames, and requests its deposit. */
const changes = async (ctx: Ctx, { kind, doc }: DoneOf<typeof utilityBooking>): Promise<Change[]> => {
  if (kind !== 'create') return [];
  const due = doc.payBeforeAt ?? doc.startAt;
  const request =
    doc.deposit > 0
      ? { ...(await loadDepositOf(ctx, doc)), ...(due && { due: dayOf(due, ctx.project.timeZone) }) }
      : null;
  return [...(await endedWaits(ctx, doc)), ...(request ? await askDeposit(ctx, request, doc.deposit) : [])];
};

/** Rules for bookings. */
export const behaviour = { check: completeBooking, changes, inTransaction } satisfies BehaviourOf<
  typeof utilityBooking
>;

/** Ends expired waits and offers, and offers free places. */
export const waitsJob = makeWaitsJob(untyped(behaviour));

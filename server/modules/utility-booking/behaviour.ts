import { dayOf } from '@lobby/shared/kit/dates.ts';
import type { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import type { DoneOf } from '../../kit/records/typed-behaviour.ts';
import { type BehaviourOf, untyped } from '../../kit/records/typed-behaviour.ts';
import type { Change } from '../../kit/store/save.ts';
import { askDeposit } from '../deposit/index.ts';
import { notifyOfBooking } from './acts.ts';
import { depositOf } from './books.ts';
import { completeBooking, keepPlace } from './complete.ts';
import { releaseOwn } from './slot-holds.ts';
import { endedWaits, makeWaitsJob } from './waitlist/routes.ts';

const inTransaction = async (ctx: Ctx, session: Session, done: DoneOf<typeof utilityBooking>): Promise<void> => {
  await keepPlace(ctx, session, done);
  if (done.kind === 'create') await releaseOwn(ctx, done.doc.utilityId, session);
  await notifyOfBooking(ctx, session, done);
};

/** Who books what was waited for waits no longer; a deposit is asked for by its own request. */
const changes = async (ctx: Ctx, { kind, doc }: DoneOf<typeof utilityBooking>): Promise<Change[]> => {
  if (kind !== 'create') return [];
  const due = doc.payBeforeAt ?? doc.startAt;
  const asked =
    Number(doc.deposit) > 0 ? { ...depositOf(doc), ...(due && { due: dayOf(due, ctx.project.timeZone) }) } : null;
  return [...(await endedWaits(ctx, doc)), ...(asked ? await askDeposit(ctx, asked, Number(doc.deposit)) : [])];
};

/** What belongs to a booking that is made or changed. */
export const behaviour = { check: completeBooking, changes, inTransaction } satisfies BehaviourOf<
  typeof utilityBooking
>;

/** Ends waits and offers whose time is over, and offers what is free. */
export const runWaitsJob = makeWaitsJob(untyped(behaviour));

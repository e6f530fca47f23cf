import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { records, type Where } from '../../kit/store/records.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { acts } from './acts.ts';

const BATCH = 500;
/** Time after its end at which a booking without check-in counts as used; `DONE_MS`: at which a paid one is completed. */
const GRACE_MS = 15 * MINUTE_MS;
const DONE_MS = DAY_MS;
const WARNED_MS = 2 * HOUR_MS;

type Due = 'begin' | 'lapse' | 'warn' | 'no-show' | 'complete';

/** Queries for the bookings due, by action. */
async function loadDue(ctx: Ctx): Promise<[act: Due, query: Where<typeof utilityBooking>][]> {
  const { now } = ctx;
  const watched = await records(utility).find(ctx, { checkIn: { $ne: 'NONE' } }, { only: ['_id'], patience: 10_000 });
  const checked = watched.map(({ _id }) => _id);
  const open = (until: Date): Where<typeof utilityBooking>[] => [
    { startAt: { $lte: until } },
    {
      payBeforeAt: { $lte: until },
      $or: [{ paymentState: { $in: ['UNPAID', 'PARTIAL'] }, paidFee: 0 }, { depositStatus: 'WAIT_FOR_DEPOSIT' }],
    },
  ];
  const before = (ms: number) => ({ $lte: new Date(now.getTime() - ms) });
  return [
    ['begin', { status: 'APPROVED', utilityId: { $nin: checked }, startAt: { $lte: now } }],
    ['begin', { status: 'APPROVED', utilityId: { $in: checked }, endAt: before(GRACE_MS) }],
    ['lapse', { status: 'PENDING', $or: open(now) }],
    ['warn', { status: 'PENDING', lapseTold: { $ne: true }, $or: open(new Date(now.getTime() + WARNED_MS)) }],
    [
      'no-show',
      {
        status: 'WAITING_FOR_COMPLETED',
        utilityId: { $in: checked },
        checkedInAt: null,
        noShow: { $ne: true },
        noShowAt: null,
        endAt: before(GRACE_MS),
      },
    ],
    [
      'complete',
      {
        status: 'WAITING_FOR_COMPLETED',
        endAt: before(DONE_MS),
        paymentState: { $in: ['NONE', 'PAID'] },
        depositStatus: { $ne: 'WAIT_FOR_DEPOSIT' },
      },
    ],
  ];
}

/** Begins, warns of, lapses, marks and completes bookings that are due. Idempotent, and safe on several servers. */
export const bookingsJob = defineJob({
  name: 'bookings of amenities',
  every: '* * * * *',
  perProject: async ctx =>
    attemptEach(await loadDue(ctx), async ([name, due]) => {
      const found = await records(utilityBooking).find(ctx, due, { only: ['_id'], limit: BATCH, patience: 10_000 });
      return attemptEach(found, ({ _id }) =>
        perform(ctx, { definition: utilityBooking, name, id: _id, input: {} }, acts[name]),
      );
    }),
});

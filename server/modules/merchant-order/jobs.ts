import { HOUR_MS, MINUTE_MS } from '@lobby/shared/kit/dates.ts';
import { merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { perform } from '../../kit/records/typed-behaviour.ts';
import { type Doc, records, type Where } from '../../kit/store/records.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { acts } from './acts.ts';
import { nextPartner } from './begin.ts';

const MOST = 500;
const CONFIRM_MS = 72 * HOUR_MS;
const LATE_MS = 30 * MINUTE_MS;
/** Totals that exceed the quote by more than this factor are not confirmed automatically. */
const ABOVE = 1.1;

type Due = [name: 'pass-on' | 'not-found' | 'confirm' | 'complete' | 'mark-overdue', doc: Doc<typeof merchantOrder>];

const find = ({ projectId }: Ctx, query: Where<typeof merchantOrder>): Promise<Doc<typeof merchantOrder>[]> =>
  records(merchantOrder).find({ projectId }, query, { limit: MOST, patience: 10_000 });

const isAbove = ({ total, quote, round }: Doc<typeof merchantOrder>): boolean =>
  round === 1 && (total ?? 0) > quote * ABOVE;

/** Time-dependent acts that are due, with their orders. */
async function dueIn(ctx: Ctx): Promise<Due[]> {
  const { now } = ctx;
  const before = (ms: number) => ({ $lte: new Date(now.getTime() - ms) });
  const unanswered = await find(ctx, { status: 'FINDING_INSTALLER', answerBy: { $lte: now } });
  const finished = await find(ctx, { status: 'EMPLOYEE_FINISHED', finishedAt: before(CONFIRM_MS) });
  const paid = await find(ctx, {
    status: 'RESIDENT_CONFIRMED',
    $or: [{ paidAt: { $ne: null } }, { collectedBy: 'PARTNER' }],
  });
  const missed = await find(ctx, {
    status: { $in: ['ACCEPTED', 'RESCHEDULED', 'ASSIGNED_TO_EMPLOYEE', 'EMPLOYEE_ON_THE_WAY'] },
    appointmentAt: before(LATE_MS),
    overdue: { $ne: true },
  });
  const due: Due[] = [];
  for (const doc of unanswered) {
    const passed = { ...doc, declined: [...doc.declined, { partnerId: doc.partnerId, reason: null, at: null }] };
    due.push([(await nextPartner(ctx, passed)) ? 'pass-on' : 'not-found', doc]);
  }
  for (const doc of finished)
    if (!isAbove(doc)) due.push(['confirm', doc]);
    else if (doc.overdue !== true) due.push(['mark-overdue', doc]);
  for (const doc of paid) due.push(['complete', doc]);
  return [...due, ...missed.map((doc): Due => ['mark-overdue', doc])];
}

/** Requests further partners, confirms finished work, flags late orders. Idempotent, and safe on several servers. */
export const ordersJob = defineJob({
  name: 'orders that partners do',
  every: '* * * * *',
  perProject: async ctx =>
    attemptEach(await dueIn(ctx), ([name, { _id, version }]) =>
      perform(ctx, { definition: merchantOrder, name, id: _id, input: { version } }, acts[name]),
    ),
});

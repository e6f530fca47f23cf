import type { Definition } from '@lobby/shared/kit/definition.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import type { Change } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { unpublishBills } from '../bill/index.ts';
import { layoutRoute } from '../template/index.ts';
import { issueNotices } from './issue.ts';
import { paperRoutes } from './papers.ts';
import { pdfRoute } from './pdf-route.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { choiceRoutes } from './sending/choices.ts';
import { deliveries } from './sending/deliveries.ts';
import { figuresRoute } from './sending/figures.ts';
import { resultRoutes } from './sending/result-routes.ts';
import { noticeRunRoutes } from './sending/routes.ts';

export { turnReminders } from './reminders/job.ts';
export { choiceCollection } from './sending/choices.ts';
export { noticeMails } from './sending/mails.ts';
export { endNoticeRuns, sendNoticesSoon, turnNoticeRuns } from './sending/run.ts';

const issue = route({
  method: 'post',
  path: `${feeNotice.path}/issue`,
  summary: 'Make the notices of a month for the units that owe something and have none',
  module: feeNotice.code,
  flags: ['write'],
  body: z.strictObject({
    month: fieldSchema({ kind: 'month', required: true }) as z.ZodString,
    blockIds: z.array(idSchema).max(50).optional(),
  }),
  answer: z.object({ made: z.int(), known: z.int() }),
  run: (ctx, { body }) => issueNotices(ctx, body),
});

/** What was to be sent on paper is done once it is printed. */
async function printed({ projectId, now }: Ctx, { _id: noticeId }: Stored): Promise<Change[]> {
  const waiting = { projectId, noticeId, channel: 'PRINT', status: 'SEND' };
  const docs = await deliveries().find(waiting).toArray();
  return docs.map(doc => ({
    definition: noticeDelivery,
    action: 'print',
    update: { doc, set: { status: 'COMPLETED', printedAt: now } },
  }));
}

/** Refuses to take a notice back for which money was received: its receipt goes first (rules.md 8). */
async function refusePaid({ projectId }: Ctx, { unitId, month }: Stored): Promise<void> {
  const paid = { projectId, unitId, month, status: 'ACTIVE', deletedAt: null, paid: { $gt: 0 } };
  if (await modelOf(bill).exists(paid).maxTimeMS(5000)) fail('FEE_NOTICE_PAID');
}

/** Refuses to take back what a notice of a later month has carried on (rules.md 8). */
async function refuseOlder({ projectId }: Ctx, { unitId, month }: Stored): Promise<void> {
  const later = { projectId, unitId, month: { $gt: month }, status: 'ISSUED', deletedAt: null };
  if (await modelOf(feeNotice).exists(later).maxTimeMS(5000)) fail('FEE_PERIOD_DIFFERENT');
}

/** Notices of fees, and how they stand on paper. */
export const feeNoticeRoutes = (all: readonly Definition[]): Route[] => [
  issue,
  ...paperRoutes,
  pdfRoute,
  ...choiceRoutes,
  ...resultRoutes,
  figuresRoute,
  layoutRoute,
  ...noticeRunRoutes(all),
  ...reminderRoutes(all),
  ...serve(
    feeNotice,
    {
      acts: {
        'mark-printed': async (ctx, doc) => ({ set: { printed: true }, with: await printed(ctx, doc) }),
        cancel: async (ctx, doc) => {
          await refusePaid(ctx, doc);
          await refuseOlder(ctx, doc);
          return { set: { once: null, 'uniq.once': null }, with: await unpublishBills(ctx, doc._id) };
        },
      },
    },
    all,
  ),
];

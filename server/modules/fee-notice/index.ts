import type { Definition } from '@lobby/shared/kit/definition.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Route } from '../../kit/http/route.ts';
import { serve } from '../../kit/serve.ts';
import { type Change, onCommit } from '../../kit/store/save.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { buildRoute } from './build.ts';
import { monthRoute } from './month.ts';
import { paperRoutes } from './papers.ts';
import { pdfRoutes } from './pdf-route.ts';
import { cancelNotice, publish, rebuild } from './publish.ts';
import { reminderRoutes } from './reminders/routes.ts';
import { revisionsRoute } from './revisions.ts';
import { choiceRoutes } from './sending/choices.ts';
import { deliveries } from './sending/deliveries.ts';
import { figuresRoute } from './sending/figures.ts';
import { resultRoutes } from './sending/result-routes.ts';
import { noticeRunRoutes } from './sending/routes.ts';
import { followBills } from './standing.ts';

export { turnReminders } from './reminders/job.ts';
export { noticeRevisionCollection } from './revisions.ts';
export { choiceCollection } from './sending/choices.ts';
export { noticeMails } from './sending/mails.ts';
export { endNoticeRuns, sendNoticesSoon, turnNoticeRuns } from './sending/run.ts';
export { endFollowing, turnNotices } from './standing.ts';

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

/** Notices of fees, and how they stand on paper. */
export const feeNoticeRoutes = (all: readonly Definition[]): Route[] => {
  onCommit(followBills);
  return [
    buildRoute,
    monthRoute,
    revisionsRoute,
    ...paperRoutes,
    ...pdfRoutes,
    ...choiceRoutes,
    ...resultRoutes,
    figuresRoute,
    ...noticeRunRoutes(all),
    ...reminderRoutes(all),
    ...serve(
      feeNotice,
      {
        acts: {
          'mark-printed': async (ctx, doc) => ({ set: { printed: true }, with: await printed(ctx, doc) }),
          publish,
          rebuild,
          cancel: cancelNotice,
        },
      },
      all,
    ),
  ];
};

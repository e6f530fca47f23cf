import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { keepChoices } from '../../platform/accounts/unsubscribe.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { asOfNow } from './as-of-now.ts';
import { buildRoutes, buildRunCollection, buildRunJob } from './build-runs.ts';
import { monthRoute } from './month.ts';
import { ofUnitRoute } from './of-unit.ts';
import { paperRoutes } from './papers.ts';
import { pdfRoutes } from './pdf-route.ts';
import { printRunCollection, printRunRoutes } from './print-runs.ts';
import { cancelNotice, publish, rebuild } from './publish.ts';
import { turnReminders } from './reminders/job.ts';
import { reminderRoutes, servedReminders } from './reminders/routes.ts';
import { noticeRevisionCollection, revisionsRoute } from './revisions.ts';
import { choiceCollection, choiceRoutes, turnOffMails } from './sending/choices.ts';
import { endMarking, followAddresses } from './sending/corrected.ts';
import { figuresRoute } from './sending/figures.ts';
import { noticeMails } from './sending/mails.ts';
import { resultRoutes } from './sending/result-routes.ts';
import { printedDeliveries, printedNow } from './sending/results.ts';
import { noticeRunRoutes, servedNoticeRuns } from './sending/routes.ts';
import { endNoticeRuns, sendNoticesSoon, turnNoticeRuns } from './sending/run.ts';
import { endFollowing, followBills, turnNotices } from './standing.ts';

/** Notices of fees, and how they stand on paper. */
export const feeNoticeModule = defineServerModule({
  name: 'fee-notice',
  routes: [
    ...buildRoutes,
    monthRoute,
    ofUnitRoute,
    revisionsRoute,
    ...paperRoutes,
    ...pdfRoutes,
    ...printRunRoutes,
    ...choiceRoutes,
    ...resultRoutes,
    figuresRoute,
    ...noticeRunRoutes,
    ...reminderRoutes,
  ],
  serves: [
    ...servedNoticeRuns,
    ...servedReminders,
    serves(
      feeNotice,
      {
        actions: {
          'mark-printed': async (ctx, doc) => ({ ...printedNow(ctx), with: await printedDeliveries(ctx, doc) }),
          publish,
          rebuild,
          cancel: cancelNotice,
        },
      },
      asOfNow,
    ),
  ],
  onCommit(rows) {
    followBills(rows);
    followAddresses(rows);
  },
  onMailOver(kind) {
    if (Object.hasOwn(noticeMails, kind)) sendNoticesSoon();
  },
  jobs: [
    buildRunJob,
    { name: 'reminders of debts', every: '*/5 * * * *', run: turnReminders },
    { name: 'sendings of notices', every: '* * * * *', run: turnNoticeRuns },
    { name: 'what is left of notices', every: '*/5 * * * *', run: turnNotices },
  ],
  collections: [printRunCollection, buildRunCollection, choiceCollection, noticeRevisionCollection],
  mails: noticeMails,
  configure: () => keepChoices('fees', turnOffMails),
  onStop: async () => {
    await Promise.all([endNoticeRuns(), endFollowing(), endMarking()]);
  },
});

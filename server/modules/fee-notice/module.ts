import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { configureTurnOff } from '../../platform/accounts/unsubscribe.ts';
import { configureAgreement } from '../../platform/sending/track-mail.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { asOfNow } from './build/current-payments.ts';
import { buildRoutes, buildRunCollection, buildRunJob } from './build/runs.ts';
import { paperRoutes } from './papers/papers.ts';
import { pdfRoutes } from './papers/pdf-route.ts';
import { printRunCollection, printRunRoutes } from './papers/print-runs.ts';
import { cancelNotice, publish, rebuild } from './publish.ts';
import { remindersJob } from './reminders/job.ts';
import { reminderRoutes, servedReminders } from './reminders/routes.ts';
import { noticeMails } from './sending/mails.ts';
import { endMarking, onResidentEvents } from './sending/results/corrected-addresses.ts';
import { forgetDeliveriesJob } from './sending/results/delivery-retention.ts';
import { figuresRoute } from './sending/results/figures.ts';
import { reachRoute } from './sending/results/reach.ts';
import { resultRoutes } from './sending/results/result-routes.ts';
import { printedDeliveries, printedNow } from './sending/results/results.ts';
import { noticeRunRoutes, servedNoticeRuns } from './sending/routes.ts';
import { choiceCollection, choiceRoutes, hasAgreed, turnOffMails } from './sending/run/choices.ts';
import { endNoticeRuns, noticeRunsJob, sendNoticesSoon } from './sending/run/run.ts';
import { smsChannelRoutes } from './sending/sms-channel.ts';
import { monthRoute } from './state/month-progress.ts';
import { nextRoute } from './state/next-publication.ts';
import { endFollowing, noticesJob, onBillEvents } from './state/payment-state.ts';
import { leftRoute } from './state/remaining.ts';
import { noticeRevisionCollection, revisionsRoute } from './state/revisions.ts';
import { ofUnitRoute } from './state/unit-notices.ts';

export const feeNoticeModule = defineServerModule({
  name: 'fee-notice',
  routes: [
    ...buildRoutes,
    monthRoute,
    ofUnitRoute,
    revisionsRoute,
    nextRoute,
    leftRoute,
    ...paperRoutes,
    ...pdfRoutes,
    ...printRunRoutes,
    ...choiceRoutes,
    ...resultRoutes,
    figuresRoute,
    reachRoute,
    ...smsChannelRoutes,
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
    onBillEvents(rows);
    onResidentEvents(rows);
  },
  onMailOver(kind) {
    if (Object.hasOwn(noticeMails, kind)) sendNoticesSoon();
  },
  jobs: [buildRunJob, remindersJob, noticeRunsJob, forgetDeliveriesJob, noticesJob],
  collections: [printRunCollection, buildRunCollection, choiceCollection, noticeRevisionCollection],
  mails: noticeMails,
  configure() {
    configureTurnOff('fees', turnOffMails);
    configureAgreement(hasAgreed);
  },
  onStop: async () => {
    await Promise.all([endNoticeRuns(), endFollowing(), endMarking()]);
  },
});

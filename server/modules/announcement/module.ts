import { announcement } from '@lobby/shared/modules/announcement.ts';
import { announcementDelivery } from '@lobby/shared/modules/announcement-delivery.ts';
import { sendSoon } from '../../kit/mail/send.ts';
import { defineServerModule, serves } from '../../platform/server-module.ts';
import { acknowledge, withSeenMark } from './acknowledgement.ts';
import { announcementsJob, endAnnouncements, sendAnnouncementsSoon } from './deliver.ts';
import { assertNotPast } from './index.ts';
import { announcementMails } from './mails.ts';
import { resendFailed, withdraw } from './queue.ts';
import { complete, duplicate, reach, reachOfDraft, send, trial } from './routes.ts';

export const announcementModule = defineServerModule({
  name: 'announcement',
  routes: [reach, reachOfDraft, trial, duplicate, acknowledge],
  serves: [
    serves(
      announcement,
      {
        check: complete,
        actions: {
          send,
          schedule: (ctx, _doc, { scheduledAt }) => {
            assertNotPast(ctx, 'scheduledAt', scheduledAt);
            return { set: { scheduledAt: new Date(scheduledAt) } };
          },
          unschedule: () => ({ set: { scheduledAt: null } }),
          withdraw,
          resend: (ctx, doc) => ({
            also: async session => {
              if ((await resendFailed(ctx, doc, session)) === 0) return;
              sendSoon();
              sendAnnouncementsSoon();
            },
          }),
        },
      },
      route => (route.method === 'get' && route.path === `${announcement.path}/:id` ? withSeenMark(route) : route),
    ),
    serves(announcementDelivery),
  ],
  onMailOver(kind) {
    if (Object.hasOwn(announcementMails, kind)) sendAnnouncementsSoon();
  },
  jobs: [announcementsJob],
  mails: announcementMails,
  onStop: endAnnouncements,
});

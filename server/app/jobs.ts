import { sweepFiles } from '../kit/files/file-store.ts';
import type { Job } from '../kit/jobs/jobs.ts';
import { sweepOutbox } from '../kit/mail/forget.ts';
import { sendDue } from '../kit/mail/send.ts';
import { rebuildKeys } from '../kit/store/keys/rebuild-keys.ts';
import { clearNotifications } from '../platform/notifications/clear.ts';
import { clearInstallations } from '../platform/notifications/push/devices.ts';
import { sendPushes } from '../platform/notifications/push/send-push.ts';
import { runGatheredNoticesJob } from '../platform/notifications/timing/gathered-pushes.ts';
import { stoppedMailsJob } from '../platform/sending/stopped-mails.ts';
import { SERVER_MODULES } from './modules.ts';

/** Repeated jobs: those of modules, and of kit and platform. */
export const JOBS: readonly Job[] = [
  ...SERVER_MODULES.flatMap(({ jobs = [] }) => jobs),
  { name: 'search keys of what was renamed', every: '* * * * *', run: rebuildKeys },
  { name: 'mails', every: '* * * * *', run: sendDue },
  stoppedMailsJob,
  { name: 'mails of who was erased', every: '* * * * *', run: sweepOutbox },
  { name: 'pushes', every: '* * * * *', run: sendPushes },
  { name: 'what gathered while it was quiet', every: '* * * * *', run: runGatheredNoticesJob },
  { name: 'browsers unseen for long', every: '11 3 * * *', run: clearInstallations },
  { name: 'notifications kept long enough', every: '41 3 * * *', run: clearNotifications },
  { name: 'files nobody refers to', every: '17 * * * *', run: sweepFiles },
];

import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import { unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { transaction } from '../../kit/database/database.ts';
import type { Job } from '../../kit/jobs/jobs.ts';
import { loadMailStop } from '../../kit/mail/stop.ts';
import { loadReaders } from '../auth/rights/readers.ts';
import { notify, toldWithin, toStaff } from '../notifications/notifications.ts';
import { defineJob } from '../projects/define-job.ts';

/** Notifies users who may configure sending, hourly, that mails wait because the mail server refuses our sign-in. */
export const stoppedMailsJob: Job = defineJob({
  name: 'word of stopped mails',
  every: '*/5 * * * *',
  async perProject(ctx) {
    const stop = await loadMailStop(ctx.now);
    const subject = { module: unitGroup.code, id: ctx.projectId, title: stop?.reason ?? '', part: 'sending' };
    if (!stop || (await toldWithin(ctx, 'MAILS_STOPPED', subject, HOUR_MS))) return 0;
    const who = toStaff(await loadReaders(ctx.projectId, unitGroup.code, 'updateInfo'));
    await transaction(session => notify(ctx, who, 'MAILS_STOPPED', subject, session));
    return 1;
  },
});

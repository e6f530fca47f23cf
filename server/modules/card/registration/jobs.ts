import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockAt } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { attemptEach } from '../../../kit/jobs/attempt-each.ts';
import { records } from '../../../kit/store/records.ts';
import { save } from '../../../kit/store/save.ts';
import { notify, toUnit } from '../../../platform/notifications/notifications.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { subjectOf } from '../../resident-form/index.ts';

const BATCH = 500;
/** Days after approval at which the household is reminded to collect its card, and the hour of day. */
const WAITS_DAYS = 14;
const TOLD_HOUR = 9;

async function remind(ctx: Ctx): Promise<number> {
  if (clockAt(ctx.now, ctx.project.timeZone).minutes < TOLD_HOUR * 60) return 0;
  const since = { $lte: new Date(ctx.now.getTime() - WAITS_DAYS * DAY_MS) };
  const still = { status: 'APPROVED', notTaken: { $ne: true }, approvedAt: since } as const;
  const docs = await records(cardRegistration).find(ctx, still, { limit: BATCH });
  return attemptEach(docs, doc => {
    const update = { doc, set: { notTaken: true }, keepVersion: true, while: still };
    const also = (session: Session) =>
      notify(ctx, toUnit(doc.unitId), 'CARD_REGISTRATION_READY', subjectOf(cardRegistration, doc), session);
    return save(ctx, [{ definition: cardRegistration, action: 'remind', update, also }]);
  });
}

/** Flags cards that were not collected, and notifies their households once. */
export const cardReminderJob = defineJob({
  name: 'cards to be collected',
  every: '*/10 * * * *',
  perProject: remind,
});

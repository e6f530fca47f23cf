import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import { cardRegistration } from '@lobby/shared/modules/card-registration.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { notify, toUnit } from '../../platform/notifications/notifications.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { subjectOf } from '../resident-form/index.ts';

const BATCH = 500;
/** Days after approval at which the household is reminded to collect its card, and the hour of day. */
const WAITS_DAYS = 14;
const TOLD_HOUR = 9;

async function remind(ctx: Ctx): Promise<number> {
  if (clockAt(ctx.now, ctx.project.timeZone).minutes < TOLD_HOUR * 60) return 0;
  const since = { $lte: new Date(ctx.now.getTime() - WAITS_DAYS * DAY_MS) };
  const still = { status: 'APPROVED', notTaken: { $ne: true }, approvedAt: since } as const;
  const docs = await records(cardRegistration).find(ctx, still, { limit: BATCH });
  let told = 0;
  for (const doc of docs) {
    const update = { doc, set: { notTaken: true }, keepVersion: true, while: still };
    const also = (session: Session) =>
      notify(ctx, toUnit(doc.unitId), 'CARD_REGISTRATION_READY', subjectOf(cardRegistration, doc), session);
    const done = await save(ctx, [{ definition: cardRegistration, action: 'remind', update, also }]).catch(error => {
      if (error instanceof VersionConflict) return null;
      throw error;
    });
    if (done) told++;
  }
  return told;
}

/** Flags cards that were not collected, and notifies their households once. */
export async function remindOfCards(now: Date): Promise<number> {
  let told = 0;
  for await (const project of projects().find()) told += await remind(systemCtx(settingsOf(project), now));
  return told;
}

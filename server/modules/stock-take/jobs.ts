import { hourIn } from '@lobby/shared/kit/dates.ts';
import { stockTake } from '@lobby/shared/modules/stock-take.ts';
import { systemCtx } from '../../kit/base/context.ts';
import { records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { projects, settingsOf } from '../../platform/projects/projects.ts';
import { todayOf } from '../lock-date/index.ts';
import { notifyCounters } from './rules.ts';

/** Hour from which counters are reminded of stock takes due today. */
const HOUR = 8;

/** Reminds of stock takes due today, once each. Idempotent, and safe on several servers. */
export async function remindTakes(now: Date): Promise<number> {
  let told = 0;
  for await (const project of projects().find()) {
    if (hourIn(project.timeZone, now) < HOUR) continue;
    const ctx = systemCtx(settingsOf(project), now);
    const dueOn = todayOf(ctx);
    const due = { status: 'COUNTING', dueOn, remindedOn: { $ne: dueOn } } as const;
    const docs = await records(stockTake).find(ctx, { ...due });
    for (const doc of docs) {
      const still = { status: 'COUNTING', remindedOn: doc.remindedOn ?? null };
      // The version stays, so that open forms do not become stale.
      const update = { doc, set: { remindedOn: dueOn }, keepVersion: true, while: still };
      const also = (session: Parameters<typeof notifyCounters>[3]) =>
        notifyCounters(ctx, doc, 'STOCK_TAKE_DUE', session);
      const saved = await save(ctx, [{ definition: stockTake, action: 'remind', update, also }]).catch(error => {
        if (error instanceof VersionConflict) return null;
        throw error;
      });
      if (saved) told++;
    }
  }
  return told;
}

import { hourIn } from '@lobby/shared/kit/dates.ts';
import { asset } from '@lobby/shared/modules/asset.ts';
import { IN_SERVICE } from '@lobby/shared/modules/upkeep.ts';
import type { Ctx } from '../../kit/base/context.ts';
import type { Session } from '../../kit/database/database.ts';
import { attemptEach } from '../../kit/jobs/attempt-each.ts';
import { type Doc, fieldOf, records } from '../../kit/store/records.ts';
import { save } from '../../kit/store/save.ts';
import { workersIn } from '../../platform/auth/rights/readers.ts';
import { notify, toStaff } from '../../platform/notifications/notifications.ts';
import { defineJob } from '../../platform/projects/define-job.ts';
import { assetDue } from './rules.ts';

const HOUR = 8;
const TOLD: Readonly<Record<string, 'ASSET_DUE' | 'ASSET_OVERDUE'>> = {
  DUE_SOON: 'ASSET_DUE',
  OVERDUE: 'ASSET_OVERDUE',
};

/** Assets in service that have a next maintenance date. */
async function* followed(ctx: Ctx): AsyncGenerator<Doc<typeof asset>> {
  const inService = { status: { $in: [...IN_SERVICE] }, nextMaintenanceDate: { $type: 'string' } };
  yield* records(asset).each(ctx, inService);
}

/** Sets time-dependent values of an asset. */
async function mark(
  ctx: Ctx,
  doc: Doc<typeof asset>,
  action: string,
  set: Partial<Doc<typeof asset>>,
  also?: (session: Session) => Promise<void>,
): Promise<unknown> {
  const names = ['nextMaintenanceDate', 'status', ...Object.keys(set)];
  const still = Object.fromEntries(names.map(name => [name, fieldOf(doc, name) ?? null]));
  // The version stays, so that open forms do not become stale.
  const update = { doc, set, keepVersion: true, while: still };
  return save(ctx, [{ definition: asset, action, update, ...(also && { also }) }]);
}

/** Updates the maintenance status of assets in service; idempotent, and safe on several servers. */
export const assetsJob = defineJob({
  name: 'upkeep of assets',
  every: '5 0 * * *',
  async perProject(ctx) {
    return attemptEach(followed(ctx), async doc => {
      const dueStatus = assetDue(ctx, doc.status, doc.nextMaintenanceDate);
      return dueStatus === doc.dueStatus ? null : mark(ctx, doc, 'due', { dueStatus });
    });
  },
});

/** Notifies the holder and the managing department when an asset is due soon, and again when it is overdue. */
export const assetReminderJob = defineJob({
  name: 'reminders of assets',
  every: '*/10 * * * *',
  async perProject(ctx) {
    if (hourIn(ctx.project.timeZone, ctx.now) < HOUR) return 0;
    return attemptEach(followed(ctx), async doc => {
      const due = assetDue(ctx, doc.status, doc.nextMaintenanceDate);
      const kind = TOLD[due];
      const dueTold = `${doc.nextMaintenanceDate} ${due}`;
      const day = doc.nextMaintenanceDate;
      if (!kind || !day || doc.dueTold === dueTold) return null;
      const subject = { module: asset.code, id: doc._id, title: doc.name, day };
      const holder = doc.holderId ? [doc.holderId] : [];
      const people = doc.managerUnitId ? await workersIn(ctx.projectId, doc.managerUnitId) : [];
      const who = toStaff([...new Set([...holder, ...people])]);
      return mark(ctx, doc, 'remind', { dueTold }, session => notify(ctx, who, kind, subject, session));
    });
  },
});

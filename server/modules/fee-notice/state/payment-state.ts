import { noticeState } from '@lobby/shared/billing/notice-figures.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { feeNotice, SENT } from '@lobby/shared/modules/fee-notice.ts';
import { systemCtx } from '../../../kit/base/context.ts';
import { clockNow } from '../../../kit/database/clock.ts';
import { newId } from '../../../kit/database/database.ts';
import { catchUp } from '../../../kit/ops/catch-up.ts';
import { soon } from '../../../kit/ops/soon.ts';
import { unsettled } from '../../../kit/ops/unsettled.ts';
import { chunks, saveNew } from '../../../kit/store/bulk-insert.ts';
import { type EventRow, events } from '../../../kit/store/events.ts';
import { records } from '../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';
import { defineJob } from '../../../platform/projects/define-job.ts';
import { loadProject, settingsOf } from '../../../platform/projects/projects.ts';
import { billsOn, loadLeft } from '../../bill/index.ts';

const LATELY_MS = 6 * 60_000;
const WITHIN_MS = 20_000;
/** Units with changed bills, by project. */
const waiting = unsettled();

/** Updates the unpaid rest of units' notices from their bills. */
async function follow(projectId: string, unitIds: readonly string[] | null, now: Date): Promise<void> {
  const project = await loadProject(projectId);
  if (!project) return;
  const notices = await records(feeNotice).find(
    { projectId },
    { status: { $in: SENT }, ...(unitIds ? { unitId: { $in: [...unitIds] } } : { remaining: { $gt: 0 } }) },
    { patience: WITHIN_MS },
  );
  const lefts = await loadLeft(projectId, notices);
  const changes = notices.flatMap((doc): Change[] => {
    const { left: remaining, asked } = lefts.get(doc._id) ?? { left: 0, asked: 0 };
    const paymentState = noticeState(remaining, asked, billsOn(doc));
    if (remaining === doc.remaining && paymentState === doc.paymentState) return [];
    const set = { remaining, paymentState };
    return [
      {
        definition: feeNotice,
        action: 'settle',
        update: { doc, set, keepVersion: true, while: { revision: doc.revision } },
      },
    ];
  });
  for (const part of chunks(changes))
    try {
      const ctx = systemCtx(settingsOf(project), now);
      await saveNew(ctx, newId(), { batches: [], beside: async () => part, answer: null });
    } catch (error) {
      // Published again meanwhile, which also recalculates the rest.
      if (!(error instanceof VersionConflict)) throw error;
    }
}

const rest = catchUp(() => waiting.settle((projectId, unitIds) => follow(projectId, unitIds, clockNow())));

/** Maximum time that readers wait for the update. */
const PATIENCE_MS = 2000;
/** Waits until notices reflect the changes of bills made by this server. A failed update is retried automatically. */
export const followedBills = (): Promise<void> => rest.caughtUp(PATIENCE_MS);

const following = soon('what is left of notices', () => 30, rest.run);
export const endFollowing = following.end;

/** Collects units whose bills changed. */
export function onBillEvents(rows: readonly EventRow[]): void {
  let any = false;
  for (const { entity, projectId, row, entityId } of rows) {
    if (entity !== bill.name) continue;
    any = true;
    const unitId = row?.unitId;
    waiting.add(projectId, entityId === null || typeof unitId !== 'string' ? null : unitId);
  }
  if (!any) return;
  rest.fallBehind();
  following.ask();
}

/** Units whose bills have changed, by their events; null after bulk work, which has one event for all. */
async function changedSince(projectId: string, at: Date): Promise<string[] | null> {
  const of = { projectId, at: { $gte: at }, module: bill.code, entity: bill.name };
  const changed = await events().find(of).project<Pick<EventRow, 'entityId'>>({ _id: 0, entityId: 1 }).toArray();
  const ids = changed.flatMap(({ entityId }) => entityId ?? []);
  if (ids.length < changed.length) return null;
  const unitIds = await records(bill)
    .withRemoved()
    .distinct({ projectId }, 'unitId', { _id: { $in: ids } });
  return unitIds.map(String);
}

/** Repeats the update for recent changes, in case another server crashed before applying its own. */
export const noticesJob = defineJob({
  name: 'what is left of notices',
  every: '*/5 * * * *',
  async perProject({ projectId, now }) {
    const changed = await changedSince(projectId, new Date(now.getTime() - LATELY_MS));
    if (changed?.length === 0) return 0;
    await follow(projectId, changed, now);
    return changed?.length ?? 1;
  },
});

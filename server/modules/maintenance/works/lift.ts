import { isIn } from '@lobby/shared/kit/is-in.ts';
import { device } from '@lobby/shared/modules/device.ts';
import { elevatorClosure } from '@lobby/shared/modules/elevator.ts';
import { maintenance, OPEN_WORKS } from '@lobby/shared/modules/maintenance.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Doc, records } from '../../../kit/store/records.ts';
import { type Change, save, VersionConflict } from '../../../kit/store/save.ts';
import { closureOfWork, type WorkClosure } from '../../elevator/index.ts';

/** Default duration of a work in minutes. */
const USUAL_MINUTES = 60;
const MOST = 500;
const REASON_LENGTH = 200;

/** Required elevator closure of a work; null if none. */
async function wantedFor(ctx: Ctx, work: Doc<typeof maintenance>): Promise<WorkClosure | null> {
  if (work.closesLift !== true || !isIn(work.status, OPEN_WORKS) || work.deletedAt) return null;
  const machine = work.deviceId ? await records(device).get(ctx, work.deviceId) : null;
  const startAt = work.startAt ?? work.startedAt;
  if (!machine?.elevatorId || !startAt) return null;
  const minutes = work.estimatedMinutes ?? USUAL_MINUTES;
  const planned = work.endAt ?? new Date(startAt.getTime() + minutes * 60_000);
  // A work in progress past its planned end keeps the elevator closed.
  const goes = work.status === 'IN_PROGRESS' && planned < ctx.now;
  return {
    elevatorId: machine.elevatorId,
    startAt,
    endAt: goes ? new Date(ctx.now.getTime() + USUAL_MINUTES * 60_000) : planned,
    reason: work.title.slice(0, REASON_LENGTH),
  };
}

/** Changes that match the elevator closure to the work. */
export async function liftChanges(ctx: Ctx, work: Doc<typeof maintenance>): Promise<Change[]> {
  if (work.closesLift !== true && work.deviceId === null) return [];
  return closureOfWork(ctx, work._id, await wantedFor(ctx, work));
}

/** Matches the elevator closures to the works created or changed by plans. */
export async function syncElevators(ctx: Ctx): Promise<number> {
  const open = await records(maintenance).find(
    ctx,
    { closesLift: true, status: { $in: OPEN_WORKS }, deviceId: { $ne: null } },
    { sort: { startAt: 1 }, limit: MOST },
  );
  const closed = await records(elevatorClosure).find(
    ctx,
    { source: 'MAINTENANCE', endAt: { $gt: ctx.now } },
    { limit: MOST },
  );
  const works = new Map<string, Doc<typeof maintenance>>(open.map(work => [work._id, work]));
  for (const { maintenanceId } of closed) {
    if (!maintenanceId || works.has(maintenanceId)) continue;
    const work = await records(maintenance).withRemoved().first(ctx, { _id: maintenanceId });
    if (work) works.set(work._id, work);
  }
  let followed = 0;
  for (const work of works.values()) {
    const changes = await liftChanges(ctx, work);
    if (changes.length === 0) continue;
    try {
      await save(ctx, changes);
      followed++;
    } catch (error) {
      // The elevator was reserved or closed concurrently: the next run retries.
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  return followed;
}

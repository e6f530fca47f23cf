import { handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { records } from '../../../kit/store/records.ts';

/** Handover information for a resident's home page: next appointment or invitation; null if there is none. */
export async function nextHandover(ctx: Ctx) {
  const { unitId } = ctx;
  const row = await records(handoverUnit).first(ctx, { unitId, status: { $ne: 'HANDED_OVER' } });
  if (!row) return null;
  const [visit] = await records(handoverSchedule).find(
    ctx,
    { handoverId: row._id, finishedAt: null },
    { sort: { round: -1 }, limit: 1, patience: 2000 },
  );
  const booked = visit?.scheduledAt ?? null;
  if (!booked && !row.invitedAt) return null;
  return {
    status: visit?.status ?? 'NOT_SCHEDULED',
    at: booked?.toISOString() ?? null,
    place: visit?.meetingPoint ?? null,
    confirmed: visit?.confirmedByResident === true,
    until: row.dueTo,
  };
}

import { reminderStop, STOPS } from '@lobby/shared/modules/reminder.ts';
import { modelOf, type Stored } from '../../../kit/store/schema.ts';

export type Stop = (typeof STOPS)[number];
export interface StopReason {
  stop: Stop;
  reason: string;
}

/** Who of some units is not to be reminded on a day, and why: left out by hand, in dispute, or having promised to pay by a day to come. */
export async function stopsOf(
  projectId: string,
  unitIds: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, StopReason>> {
  const rows = await modelOf(reminderStop)
    .find({ projectId, deletedAt: null, unitId: { $in: [...unitIds] } })
    .lean<Stored[]>();
  const hold = rows.filter(({ until }) => typeof until !== 'string' || until >= day);
  return new Map(
    hold.map(({ unitId, cause, reason }): [string, StopReason] => [
      String(unitId),
      { stop: STOPS.find(one => one === cause) ?? 'LEFT_OUT', reason: String(reason) },
    ]),
  );
}

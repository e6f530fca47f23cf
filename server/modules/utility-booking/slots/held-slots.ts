import { clockNow } from '../../../kit/database/clock.ts';
import { type Collection, db, type Session } from '../../../kit/database/database.ts';

/** Slots held while a form is filled in; they expire by time, even without the sweep job. */
export interface HeldSlots {
  _id: string;
  projectId: string;
  utilityId: string;
  holderId: string;
  slots: { from: string; to: string }[];
  startAt: Date;
  endAt: Date;
  quantity: number;
  until: Date;
  /** A hold is extended once. */
  renewed: boolean;
}

export const holdCollection: Collection = {
  name: 'slot-holds',
  indexes: [
    { key: { projectId: 1, utilityId: 1, holderId: 1 }, options: { unique: true } },
    { key: { projectId: 1, utilityId: 1, until: 1 } },
    { key: { until: 1 } },
  ],
};
export const holds = () => db().collection<HeldSlots>(holdCollection.name);

interface HoldQuery {
  projectId: string;
  ids: readonly string[];
  from: Date;
  to: Date;
  /** Holds of this user count as free. */
  holder?: string | undefined;
}

/** Current holds of amenities that overlap with a period. */
export const holdsIn = (
  { projectId, ids, from, to, holder }: HoldQuery,
  session: Session | null = null,
): Promise<HeldSlots[]> =>
  holds()
    .find(
      {
        projectId,
        utilityId: { $in: [...ids] },
        until: { $gt: clockNow() },
        startAt: { $lt: to },
        endAt: { $gt: from },
        ...(holder && { holderId: { $ne: holder } }),
      },
      { maxTimeMS: 2000, ...(session && { session }) },
    )
    .toArray();

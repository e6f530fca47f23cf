import { clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';

/** Slots that somebody holds while a form is filled: until a moment, whether or not anything clears them away. */
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
  /** A hold is prolonged once. */
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
  /** What this one holds is free to it. */
  holder?: string | undefined;
}

/** The holds of amenities that last now and reach into a time. */
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

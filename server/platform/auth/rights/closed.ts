import { resident } from '@lobby/shared/modules/resident.ts';
import { db } from '../../../kit/database/database.ts';
import type { Doc } from '../../../kit/store/records.ts';
import { collectionOf } from '../../../kit/store/schema.ts';

/** Why a resident has no home in the app: blocked by staff, app use turned off (for the person or the unit), or no residence here. */
export const CLOSED = ['BLOCKED', 'APP_USE_OFF', 'MOVED_OUT'] as const;
type Closed = (typeof CLOSED)[number];

/** Why a resident has no home in the app. */
export async function closedTo(userId: string): Promise<Closed> {
  // Across projects, so this uses the driver, without the models' project guard.
  const people = await db()
    .collection<Doc<typeof resident>>(collectionOf(resident))
    .find({ userId, deletedAt: null, living: true })
    .toArray();
  if (people.some(({ appState, unitIds }) => appState !== 'BLOCKED' && unitIds.length > 0)) return 'APP_USE_OFF';
  return people.length > 0 ? 'BLOCKED' : 'MOVED_OUT';
}

import { resident } from '@lobby/shared/modules/resident.ts';
import { db } from '../../kit/database/database.ts';
import { collectionOf, type Stored } from '../../kit/store/schema.ts';

/** Why a resident has no home to go to in the app: shut out by staff, kept from the app (themselves or their unit), or living nowhere here. */
export const CLOSED = ['BLOCKED', 'APP_USE_OFF', 'MOVED_OUT'] as const;
type Closed = (typeof CLOSED)[number];

/** Why a resident without a home to go to has none. */
export async function closedTo(userId: string): Promise<Closed> {
  // People are found across projects: by the driver, past the guard of the models.
  const people = await db()
    .collection<Stored>(collectionOf(resident))
    .find({ userId, deletedAt: null, living: true })
    .toArray();
  const stays = ({ appState, unitIds }: Stored) =>
    appState !== 'BLOCKED' && Array.isArray(unitIds) && unitIds.length > 0;
  if (people.some(stays)) return 'APP_USE_OFF';
  return people.length > 0 ? 'BLOCKED' : 'MOVED_OUT';
}

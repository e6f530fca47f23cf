import { createHash, randomBytes } from 'node:crypto';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { type Ctx, systemCtx } from '../../kit/base/context.ts';
import { type Collection, db } from '../../kit/database/database.ts';
import { keepBeside } from '../../kit/store/beside.ts';
import type { Doc } from '../../kit/store/records.ts';
import { collectionOf, collectionWithIndexes } from '../../kit/store/schema.ts';
import { accessTo, loadTenancy } from '../../platform/auth/rights/access.ts';
import { users } from '../../platform/auth/users.ts';
import { loadProject, settingsOf } from '../../platform/projects/projects.ts';
import { calendarFeed } from './definition.ts';

export type Feed = Doc<typeof calendarFeed>;

const standard = collectionWithIndexes(calendarFeed);
export const feedCollection: Collection = {
  ...standard,
  indexes: [...standard.indexes, { key: { hash: 1 } }, { key: { projectId: 1, userId: 1, createdAt: -1 } }],
};

export const newToken = (): string => randomBytes(32).toString('base64url');
/** Tokens are looked up by their hash, so that timing reveals nothing about them. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

let home = () => 'http://localhost';
/** Sets the public base URL, once at start. */
export function configureCalendarHome(base: () => string): void {
  home = base;
}
export const homeUrl = (path: string): string => home().replace(/\/$/, '') + path;
/** Host part of calendar entry UIDs, which never change. */
export const homeHost = (): string => new URL(home()).hostname;

export const addressOf = (token: string): string => `/api/calendar/${token}.ics`;

// The address names no project, so the query bypasses the project guard of the models.
const feeds = () => db().collection<Feed>(collectionOf(calendarFeed));

export const feedBy = (token: string): Promise<Feed | null> =>
  feeds().findOne({ hash: hashOf(token), deletedAt: null }, { maxTimeMS: 2000 });

/** Updates the read statistics without a version change or event. */
export const noteRead = ({ _id, projectId }: Feed, at: Date) =>
  keepBeside(calendarFeed, { projectId }, { _id }, { set: { lastReadAt: at }, add: { reads: 1 } });

/** Context in which a feed is read; null if its user has lost access. */
export async function loadReader(feed: Feed, now: Date): Promise<Ctx | null> {
  const project = await loadProject(feed.projectId);
  const user = await users().findOne({ _id: feed.userId ?? '', disabled: { $ne: true } }, { projection: { _id: 1 } });
  if (!project || !user) return null;
  const ctx: Ctx = { ...systemCtx(settingsOf(project), now), language: feed.language ?? 'vi' };
  if (feed.kind === 'RESIDENT') {
    const tenancy = await loadTenancy(user._id, feed.unitId ?? '');
    return tenancy?.projectId === feed.projectId ? { ...ctx, kind: 'resident', unitId: tenancy.unitId } : null;
  }
  const access = await accessTo(user._id, feed.projectId);
  if (!access || !holds(access.permissions, utilityBooking.code, 'read')) return null;
  return { ...ctx, kind: 'staff', permissions: access.permissions };
}

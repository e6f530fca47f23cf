import { createHash } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { type Collection, db, type Session } from '../../kit/database/database.ts';
import { type EventRow, writeEvents } from '../../kit/store/events.ts';
import { tellingOf } from './rows.ts';

/** A browser of somebody that takes pushes. */
export interface Installation {
  /** A digest of the endpoint: one row a browser, whoever uses it. */
  _id: string;
  userId: string;
  /** Ends with the session that made it. */
  sessionId: string;
  /** The browser's profile, as it calls itself. */
  deviceId: string | null;
  surface: 'STAFF' | 'RESIDENT';
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  language: string;
  /** As people know it: `Chrome, Windows`. */
  name: string;
  createdAt: Date;
  lastSeenAt: Date;
  lastSentAt: Date | null;
  /** Refusals in a row since the last success. */
  failures: number;
}

export const installationCollection: Collection = {
  name: 'installations',
  indexes: [{ key: { userId: 1 } }, { key: { sessionId: 1 } }, { key: { deviceId: 1 } }, { key: { lastSeenAt: 1 } }],
};
export const installations = () => db().collection<Installation>(installationCollection.name);

/** How many browsers one person has; a further one takes the place of the one unseen longest. */
const MOST = 10;
/** After so many days unseen a browser is taken to be gone. */
const UNSEEN_DAYS = 90;

const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux|X11/, 'Linux'],
] as const;
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;

/** A browser as people know it, by what it says of itself. */
export function browserName(agent = ''): string {
  const find = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(agent))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || agent.slice(0, 80);
}

const digestOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');
/** Tells the person's other screens that their devices are others now. */
const eventOf = (ctx: Ctx, action: 'install' | 'uninstall', id: string) => ({
  ...tellingOf(ctx, 'view', [ctx.userId], id),
  action,
});

/** Whose browser it is from now on; its earlier user gets nothing there any more. Answers its id, and whether it is new. */
export async function keepInstallation(
  ctx: Ctx,
  given: Pick<Installation, 'subscription' | 'deviceId' | 'name'>,
  session: Session,
): Promise<{ id: string; isNew: boolean }> {
  const { userId, sessionId, language, now } = ctx;
  const _id = digestOf(given.subscription.endpoint);
  const surface: Installation['surface'] = (await isResident(userId, session)) ? 'RESIDENT' : 'STAFF';
  const before = await installations().findOne({ _id }, { session });
  const own = before?.userId === userId;
  await installations().updateOne(
    { _id },
    {
      $set: { ...given, userId, sessionId, surface, language, lastSeenAt: now, failures: 0 },
      $setOnInsert: { createdAt: now, lastSentAt: null },
    },
    { upsert: true, session },
  );
  if (given.deviceId)
    await installations().deleteMany({ deviceId: given.deviceId, surface, _id: { $ne: _id } }, { session });
  const others = await installations()
    .find({ userId, _id: { $ne: _id } }, { session, projection: { _id: 1 } })
    .sort({ lastSeenAt: -1 })
    .skip(MOST - 1)
    .toArray();
  await installations().deleteMany({ _id: { $in: others.map(one => one._id) } }, { session });
  if (!own) await writeEvents([eventOf(ctx, 'install', _id)], session);
  return { id: _id, isNew: !before };
}

const isResident = async (userId: string, session: Session) =>
  (await db().collection<{ _id: string; kind: string }>('users').findOne({ _id: userId }, { session }))?.kind ===
  'resident';

/** Takes a browser of the caller away. */
export async function dropInstallation(ctx: Ctx, id: string, session: Session): Promise<void> {
  const { deletedCount } = await installations().deleteOne({ _id: id, userId: ctx.userId }, { session });
  if (deletedCount > 0) await writeEvents([eventOf(ctx, 'uninstall', id)], session);
}

/** Notes that somebody's browser is in use; whoever used it before gets nothing there any more. */
export async function seenDevice({ userId, now }: Ctx, deviceId: string | undefined): Promise<void> {
  if (!deviceId || deviceId.length > 36) return;
  const stale = new Date(now.getTime() - 60_000);
  const own = await installations().findOneAndUpdate(
    { userId, deviceId, lastSeenAt: { $lt: stale } },
    { $set: { lastSeenAt: now } },
    { projection: { surface: 1 } },
  );
  if (own) await installations().deleteMany({ deviceId, surface: own.surface, userId: { $ne: userId } });
}

/** Where a session has ended, nobody gets its pushes any more. */
export async function forgetInstallations({ action, entityId }: Pick<EventRow, 'action' | 'entityId'>): Promise<void> {
  if (action === 'end' && entityId) await installations().deleteMany({ sessionId: entityId });
}

/** Clears away browsers that were not seen for long. */
export async function clearInstallations(now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNSEEN_DAYS * DAY_MS);
  return (await installations().deleteMany({ lastSeenAt: { $lt: before } })).deletedCount;
}

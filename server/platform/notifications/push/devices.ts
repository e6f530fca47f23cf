import { createHash } from 'node:crypto';
import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { type Collection, db, type Session } from '../../../kit/database/database.ts';
import { type EventRow, writeEvents } from '../../../kit/store/events.ts';
import { tellingOf } from '../rows.ts';

/** A browser registered for push messages. */
export interface Installation {
  /** Digest of the endpoint: one row per browser, whoever uses it. */
  _id: string;
  userId: string;
  /** Session that registered it, and with whose end it is removed. */
  sessionId: string;
  /** Id that the browser profile gives itself. */
  deviceId: string | null;
  surface: 'STAFF' | 'RESIDENT';
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  language: string;
  /** Readable name: `Chrome, Windows`. */
  name: string;
  createdAt: Date;
  lastSeenAt: Date;
  lastSentAt: Date | null;
  /** Consecutive refusals since the last success. */
  failures: number;
}

export const installationCollection: Collection = {
  name: 'installations',
  indexes: [{ key: { userId: 1 } }, { key: { sessionId: 1 } }, { key: { deviceId: 1 } }, { key: { lastSeenAt: 1 } }],
};
export const installations = () => db().collection<Installation>(installationCollection.name);

/** Limit of browsers per person; a further one replaces the one unseen longest. */
const MOST = 10;
/** Days after which an unseen browser is removed. */
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

/** Readable name of a browser by its user agent. */
export function browserName(agent = ''): string {
  const find = (list: readonly (readonly [RegExp, string])[]) => list.find(([pattern]) => pattern.test(agent))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || agent.slice(0, 80);
}

const digestOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');
/** The event that tells the person's other clients about changed devices. */
const eventOf = (ctx: Ctx, action: 'install' | 'uninstall', id: string) => ({
  ...tellingOf(ctx, 'view', [ctx.userId], id),
  action,
});

/** Registers a browser for the caller; its previous user gets no more pushes there. Returns its id and whether it is new. */
export async function keepInstallation(
  ctx: Ctx,
  device: Pick<Installation, 'subscription' | 'deviceId' | 'name'>,
  session: Session,
): Promise<{ id: string; isNew: boolean }> {
  const { userId, sessionId, language, now } = ctx;
  const _id = digestOf(device.subscription.endpoint);
  const surface: Installation['surface'] = (await isResident(userId, session)) ? 'RESIDENT' : 'STAFF';
  const before = await installations().findOne({ _id }, { session });
  const isOwn = before?.userId === userId;
  await installations().updateOne(
    { _id },
    {
      $set: { ...device, userId, sessionId, surface, language, lastSeenAt: now, failures: 0 },
      $setOnInsert: { createdAt: now, lastSentAt: null },
    },
    { upsert: true, session },
  );
  if (device.deviceId)
    await installations().deleteMany({ deviceId: device.deviceId, surface, _id: { $ne: _id } }, { session });
  const others = await installations()
    .find({ userId, _id: { $ne: _id } }, { session, projection: { _id: 1 } })
    .sort({ lastSeenAt: -1 })
    .skip(MOST - 1)
    .toArray();
  await installations().deleteMany({ _id: { $in: others.map(other => other._id) } }, { session });
  if (!isOwn) await writeEvents([eventOf(ctx, 'install', _id)], session);
  return { id: _id, isNew: !before };
}

const isResident = async (userId: string, session: Session) =>
  (await db().collection<{ _id: string; kind: string }>('users').findOne({ _id: userId }, { session }))?.kind ===
  'resident';

/** Removes a browser of the caller. */
export async function dropInstallation(ctx: Ctx, id: string, session: Session): Promise<void> {
  const { deletedCount } = await installations().deleteOne({ _id: id, userId: ctx.userId }, { session });
  if (deletedCount > 0) await writeEvents([eventOf(ctx, 'uninstall', id)], session);
}

/** Notes that a browser is in use; its previous user gets no more pushes there. */
export async function seenDevice({ userId, now }: Ctx, deviceId: string | undefined): Promise<void> {
  if (!deviceId || deviceId.length > 36) return;
  const stale = new Date(now.getTime() - 60_000);
  const installation = await installations().findOneAndUpdate(
    { userId, deviceId, lastSeenAt: { $lt: stale } },
    { $set: { lastSeenAt: now } },
    { projection: { surface: 1 } },
  );
  if (installation)
    await installations().deleteMany({ deviceId, surface: installation.surface, userId: { $ne: userId } });
}

/** Removes browsers of an ended session. */
export async function forgetInstallations({ action, entityId }: Pick<EventRow, 'action' | 'entityId'>): Promise<void> {
  if (action === 'end' && entityId) await installations().deleteMany({ sessionId: entityId });
}

/** Removes browsers that were unseen for long. */
export async function clearInstallations(now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNSEEN_DAYS * DAY_MS);
  return (await installations().deleteMany({ lastSeenAt: { $lt: before } })).deletedCount;
}

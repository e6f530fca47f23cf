import { LRUCache } from 'lru-cache';
import type { EventRow } from '../../kit/store/events.ts';
import { SESSION } from '../auth/sessions.ts';
import { type User, users } from '../auth/users.ts';
import { type Installation, installations } from './push/devices.ts';
import { NOTIFICATION } from './rows.ts';

/** A user's notification choices, and whether they have a device with push messages. */
export interface Choices extends Pick<User, '_id' | 'kind' | 'appOff' | 'pushOff' | 'quiet'> {
  hasDevice: boolean;
}

const cache = new LRUCache<string, { choices: Choices | null }>({ max: 20_000, ttl: 60_000 });
/** Counts invalidations: choices read before must not be cached afterwards. */
let forgotten = 0;

/** Choices of users who may sign in, cached. */
export async function loadChoices(userIds: readonly string[]): Promise<Map<string, Choices>> {
  const entries = new Map(userIds.map(id => [id, cache.get(id)]));
  const missing = userIds.filter(id => !entries.get(id));
  if (missing.length > 0) {
    const before = forgotten;
    const read = await readChoices(missing);
    for (const id of missing) {
      const entry = { choices: read.get(id) ?? null };
      entries.set(id, entry);
      if (before === forgotten) cache.set(id, entry);
    }
  }
  return new Map([...entries].flatMap(([id, entry]) => (entry?.choices ? [[id, entry.choices]] : [])));
}

async function readChoices(userIds: readonly string[]): Promise<Map<string, Choices>> {
  const [choosers, devices] = await Promise.all([
    users()
      .find({ _id: { $in: [...userIds] }, disabled: { $ne: true } })
      .project<Pick<User, '_id' | 'kind' | 'appOff' | 'pushOff' | 'quiet'>>({
        kind: 1,
        appOff: 1,
        pushOff: 1,
        quiet: 1,
      })
      .toArray(),
    installations()
      .find({ userId: { $in: [...userIds] } })
      .project<Pick<Installation, 'userId'>>({ userId: 1 })
      .toArray(),
  ]);
  const able = new Set(devices.map(device => device.userId));
  return new Map(choosers.map(chooser => [chooser._id, { ...chooser, hasDevice: able.has(chooser._id) }]));
}

/** Records whose changes open or close accounts. */
const OPENING = new Set(['employee', 'resident']);

/** Invalidates choices that an event may have changed; called for every event of every server. */
export function forgetChoices({ module, entity, action, actor, after }: EventRow): void {
  const isOfDevices = module === NOTIFICATION && (action === 'install' || action === 'uninstall');
  if (!isOfDevices && module !== SESSION && !OPENING.has(entity)) return;
  forgotten += 1;
  if (OPENING.has(entity)) cache.clear();
  else if (isOfDevices && Array.isArray(after?.userIds)) for (const id of after.userIds) cache.delete(String(id));
  else cache.delete(actor.id);
}

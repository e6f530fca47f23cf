import type { Definition } from '@lobby/shared/kit/definition.ts';
import { holds } from '@lobby/shared/kit/permissions.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { transaction } from '../../kit/database/database.ts';
import type { FileGuard } from '../../kit/files/file-routes.ts';
import { events, rowOf, writeEvents } from '../../kit/store/events.ts';
import { records } from '../../kit/store/records.ts';
import { accessTo } from '../../platform/auth/rights/access.ts';

/** Lifetime of the file links in an answer, plus a minute. */
const LOOK_MS = 13 * 60_000;

/** Whether the reader has just revealed the field: one activity covers all its files. */
async function hasLooked(projectId: string, entityId: string, actorId: string, name: string): Promise<boolean> {
  const since = new Date(clockNow().getTime() - LOOK_MS);
  const look = await events()
    .find({ projectId, entityId, action: 'reveal', 'actor.id': actorId, 'after.fields': name, at: { $gt: since } })
    .limit(1)
    .maxTimeMS(2000)
    .toArray();
  return look.length > 0;
}

/** Files with personal data (people, identity papers) need readEncrypted, whatever the link; each look is an activity (domain.md 3). */
export const guardedFiles =
  (definition: Definition): FileGuard =>
  async ({ _id: fileId, projectId }, { id }, userId) => {
    const doc = await records(definition).get({ projectId }, id);
    if (!doc) return false;
    const held = (name: string) => {
      const value = doc[name];
      return Array.isArray(value) && value.includes(fileId);
    };
    const [name, field] =
      Object.entries(definition.fields).find(([key, { kind }]) => kind === 'files' && held(key)) ?? [];
    if (name && field?.kind === 'files' && !field.guarded) return true;
    const access = await accessTo(userId, projectId);
    if (!access || !holds(access.permissions, definition.code, 'readEncrypted')) return false;
    if (await hasLooked(projectId, doc._id, access.actorId, name ?? 'files')) return true;
    const row = {
      at: clockNow(),
      projectId,
      module: definition.code,
      entity: definition.name,
      entityId: doc._id,
      action: 'reveal',
      actor: { id: access.actorId, name: access.name },
      before: null,
      after: { fields: [name ?? 'files'] },
      version: doc.version,
      row: rowOf(definition, doc),
      quiet: true,
    };
    await transaction(async session => void (await writeEvents([row], session)));
    return true;
  };

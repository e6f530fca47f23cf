import { holds } from '@lobby/shared/kit/permissions.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { clockNow } from '../../kit/database/clock.ts';
import { transaction } from '../../kit/database/database.ts';
import type { FileGuard } from '../../kit/files/file-routes.ts';
import { rowOf, writeEvents } from '../../kit/store/events.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { accessTo } from '../../platform/auth/access.ts';

/** Pictures of guests and their papers are for who holds readEncrypted, whatever link they have; each look is an activity (domain.md 3). */
export const maySeeGuest: FileGuard = async ({ _id: fileId, projectId }, { id }, userId) => {
  const access = await accessTo(userId, projectId);
  if (!access || !holds(access.permissions, visitor.code, 'readEncrypted')) return false;
  const doc = await modelOf(visitor).findOne({ _id: id, projectId, deletedAt: null }).lean<Stored>();
  if (!doc) return false;
  const field = Array.isArray(doc.faceImage) && doc.faceImage.includes(fileId) ? 'faceImage' : 'idImages';
  const row = {
    ...{ at: clockNow(), projectId, module: visitor.code, entity: visitor.name, entityId: doc._id, action: 'reveal' },
    ...{ actor: { id: access.actorId, name: access.name }, before: null, after: { fields: [field] } },
    ...{ version: doc.version, row: rowOf(visitor, doc), quiet: true },
  };
  await transaction(async session => void (await writeEvents([row], session)));
  return true;
};

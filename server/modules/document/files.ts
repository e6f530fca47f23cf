import { holds } from '@lobby/shared/kit/permissions.ts';
import { document } from '@lobby/shared/modules/document.ts';
import type { FileGuard } from '../../kit/files/file-routes.ts';
import { sharedWith } from '../../kit/records/audience.ts';
import { records } from '../../kit/store/records.ts';
import { accessTo, loadUnits } from '../../platform/auth/rights/access.ts';

/**
 * Staff with read permission may open every version; residents only the latest version of documents shared with their units. The file is named after
 * its document.
 */
export const mayOpen: FileGuard = async ({ _id: fileId, projectId }, { id }, userId) => {
  const live = { _id: id, projectId, deletedAt: null };
  const doc = await records(document).first({ projectId }, live, { only: ['name', 'file', 'audience'] });
  if (!doc) return false;
  const access = await accessTo(userId, projectId);
  if (access && holds(access.permissions, document.code, 'read')) return doc.name;
  if (doc.audience === 'STAFF' || !doc.file.includes(fileId)) return false;
  for (const home of await loadUnits(userId)) {
    if (home.projectId !== projectId) continue;
    if (
      await records(document).exists(
        { projectId },
        { ...live, ...(await sharedWith(document, projectId, home.unitId)) },
      )
    )
      return doc.name;
  }
  return false;
};

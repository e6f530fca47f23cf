import type { Definition } from '@lobby/shared/kit/definition.ts';
import { events } from '../../store/events.ts';
import type { Stored } from '../../store/schema.ts';

/** Finds who last changed the record, or its status. Read only to word a refusal. */
export async function lastChange(
  definition: Definition,
  doc: Stored,
  ofStatus: boolean,
): Promise<Record<string, unknown>> {
  const filter = { projectId: doc.projectId, entityId: doc._id, entity: definition.name };
  const statusRow = ofStatus
    ? await events().findOne(
        { ...filter, $or: [{ 'after.status': doc.status }, { action: 'create' }] },
        { sort: { ts: -1 } },
      )
    : null;
  const row = statusRow ?? (await events().findOne({ ...filter, action: { $ne: 'message' } }, { sort: { ts: -1 } }));
  return { status: doc.status ?? null, version: doc.version, by: row?.actor ?? null, at: row?.at ?? doc.updatedAt };
}

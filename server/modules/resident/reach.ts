import { resident } from '@lobby/shared/modules/resident.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { holdKeys } from '../../kit/privacy/person-keys.ts';
import { maskOf, open } from '../../kit/privacy/personal.ts';
import { records } from '../../kit/store/records.ts';

/** Identity number as shown on papers to sign: `0010*****123`. */
export const maskOnPaper = (projectId: string, sealed: string): string | null =>
  maskOf(projectId, { ...resident.fields.identifier, head: 4 }, sealed);

/** Name and contacts of a resident in plain text: for mails and papers, never for responses. */
export async function loadReach(ctx: Pick<Ctx, 'projectId'>, residentId: unknown) {
  if (typeof residentId !== 'string') return null;
  const doc = await records(resident).get(ctx, residentId);
  if (!doc) return null;
  await holdKeys([doc]);
  const plain = (value: string | null) => (value ? open(ctx.projectId, value) : null);
  const [email, phone, identifier] = [plain(doc.email), plain(doc.phone), plain(doc.identifier)];
  const sealed = doc.identifier;
  const masked = sealed ? maskOnPaper(ctx.projectId, sealed) : null;
  return { id: doc._id, name: doc.name, email, phone, identifier, masked };
}

/** Whether a resident of the unit uses the app. */
export const hasApp = ({ projectId }: Pick<Ctx, 'projectId'>, unitId: string): Promise<boolean> =>
  records(resident).exists({ projectId }, { unitIds: unitId, userId: { $ne: null }, appState: { $ne: 'BLOCKED' } });

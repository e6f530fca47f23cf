import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import type { Ctx } from './context.ts';
import type { Session } from './database.ts';
import { failFields } from './fail.ts';
import { type FileOwner, files, infoOf } from './file-store.ts';
import { fileIds, withFiles } from './present.ts';

/** What is known of files of the project, with links signed for the caller. */
export async function filesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, FileInfo>> {
  if (ids.length === 0) return new Map();
  const rows = await files()
    .find({ _id: { $in: [...ids] }, projectId: ctx.projectId })
    .toArray();
  return new Map(rows.map(row => [row._id, infoOf(ctx, row)]));
}

/** A detail with its files as they travel. */
export async function expandFiles(
  ctx: Ctx,
  definition: Definition,
  detail: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const ids = fileIds(definition, detail);
  return withFiles(definition, detail, await filesOf(ctx, ids));
}

/** Refuses file fields that name anything but the caller's own uploads, or what the record had in that field before. */
export async function checkFiles(
  ctx: Ctx,
  fields: Definition['fields'],
  values: Record<string, unknown>,
  before: Record<string, unknown> = {},
): Promise<string[]> {
  const errors: FieldErrors = {};
  const fresh: string[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (field.kind !== 'files' || !Array.isArray(value)) continue;
    const kept = before[name];
    const ids = value.filter(id => typeof id === 'string' && !(Array.isArray(kept) && kept.includes(id)));
    if (ids.length === 0) continue;
    const rows = await files()
      .find({ _id: { $in: ids }, projectId: ctx.projectId, userId: ctx.userId, used: false })
      .toArray();
    if (rows.length < ids.length) errors[name] = { code: 'REFERENCE_NOT_FOUND' };
    else if (field.images && rows.some(row => !row.type.startsWith('image/')))
      errors[name] = { code: 'FILE_TYPE_NOT_ALLOWED', params: { types: 'JPG, PNG' } };
    fresh.push(...ids);
  }
  const [first] = Object.values(errors);
  if (first) failFields(errors, first.code);
  return fresh;
}

/** Marks files as referred to, within the transaction of the record that refers to them. */
export async function useFilesOf(ids: readonly string[], session: Session, of?: FileOwner): Promise<void> {
  if (ids.length === 0) return;
  await files().updateMany({ _id: { $in: [...ids] } }, { $set: { used: true, ...(of && { of }) } }, { session });
}

import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import type { FileInfo, FilesField } from '@lobby/shared/kit/fields.ts';
import {
  countsTogether,
  isOneOf,
  namesOfTypes,
  refusedEach,
  refusedTogether,
  typesIn,
} from '@lobby/shared/kit/upload-limits.ts';
import { type Ctx, can } from '../base/context.ts';
import { failFields } from '../base/errors.ts';
import type { Session } from '../database/database.ts';
import { type FileOwner, files, infoOf } from './file-store.ts';

/** Files of the project by id, with links signed for the caller. */
export async function loadFiles(ctx: Ctx, ids: readonly string[]): Promise<Map<string, FileInfo>> {
  if (ids.length === 0) return new Map();
  const rows = await files()
    .find({ _id: { $in: [...ids] }, projectId: ctx.projectId })
    .toArray();
  return new Map(rows.map(row => [row._id, infoOf(ctx, row)]));
}

/** Replaces the file ids of a detail by the files with their links. */
export async function expandFiles(
  ctx: Ctx,
  definition: Definition,
  detail: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const ids = fileIds(definition, detail);
  const infos = await loadFiles(ctx, ids);
  const locked = isRevealed(definition) || !can(ctx, definition.code, 'readEncrypted');
  return withFiles(definition, detail, infos, locked);
}

/** Whether a definition has personal fields: its guarded files are then shown only by a reveal. */
const isRevealed = ({ fields }: Definition) => Object.values(fields).some(field => field.personal);

/** Guarded files of a stored record, with links, for a reveal. */
export async function loadGuardedFiles(
  ctx: Ctx,
  { fields }: Pick<Definition, 'fields'>,
  doc: Record<string, unknown>,
): Promise<Record<string, FileInfo[]>> {
  const held = Object.entries(fields).flatMap(([name, field]): [string, string[]][] => {
    const value = doc[name];
    return field.kind === 'files' && field.guarded && Array.isArray(value) && value.length > 0 ? [[name, value]] : [];
  });
  const infos = await loadFiles(
    ctx,
    held.flatMap(([, ids]) => ids),
  );
  return Object.fromEntries(
    held.map(([name, ids]) => [
      name,
      ids.flatMap(id => infos.get(id) ?? []).map(file => ({ ...file, thumbUrl: null })),
    ]),
  );
}

/** Refuses ids in file fields that are neither the caller's own uploads nor already in that field of the record. */
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
    const storedIds = before[name];
    const ids = value.filter(id => typeof id === 'string' && !(Array.isArray(storedIds) && storedIds.includes(id)));
    if (ids.length === 0) continue;
    const rows = await files()
      .find({
        _id: { $in: ids },
        projectId: ctx.projectId,
        $or: [{ userId: ctx.userId, used: false }, { _id: { $in: [...(ctx.heldFiles ?? [])] } }],
      })
      .toArray();
    if (rows.length < ids.length) errors[name] = { code: 'REFERENCE_NOT_FOUND' };
    const types = typesIn(field);
    if (!errors[name] && types && rows.some(row => !isOneOf(types, row.type)))
      errors[name] = { code: 'FILE_TYPE_NOT_ALLOWED', params: { types: namesOfTypes(types) } };
    const larger = refusedEach(field, rows);
    if (!errors[name] && larger) errors[name] = larger;
    fresh.push(...ids);
  }
  if (Object.keys(errors).length === 0)
    Object.assign(errors, await tooLarge(ctx, fields, { ...before, ...values }, fresh));
  const [first] = Object.values(errors);
  if (first) failFields(errors, first.code);
  return fresh;
}

/** Errors at fields whose files are too large together. A field of one file is bounded by the upload limit. */
async function tooLarge(
  ctx: Ctx,
  fields: Definition['fields'],
  whole: Record<string, unknown>,
  fresh: readonly string[],
): Promise<FieldErrors> {
  const idsOf = (name: string): string[] => {
    const field = fields[name];
    const value = whole[name];
    return field?.kind === 'files' && countsTogether(field) && Array.isArray(value)
      ? value.filter(id => typeof id === 'string')
      : [];
  };
  const added = Object.keys(fields).find(name => idsOf(name).some(id => fresh.includes(id)));
  if (!added) return {};
  const rows = await files()
    .find({ _id: { $in: Object.keys(fields).flatMap(idsOf) }, projectId: ctx.projectId })
    .toArray();
  const { mailed = false } = fields[added] as FilesField;
  const refused = refusedTogether(
    rows.map(({ size }) => size),
    { mailed },
  );
  return refused ? { [added]: refused } : {};
}

/** Marks files as used, within the transaction of the record that refers to them. */
export async function claimFiles(ids: readonly string[], session: Session, of?: FileOwner): Promise<void> {
  if (ids.length === 0) return;
  await files().updateMany({ _id: { $in: [...ids] } }, { $set: { used: true, ...(of && { of }) } }, { session });
}

/** File ids in a presented detail, by field. */
function fileIds(definition: Definition, detail: Record<string, unknown>): string[] {
  return Object.entries(definition.fields).flatMap(([name, field]) => {
    const value = detail[name];
    return field.kind === 'files' && Array.isArray(value) ? value.filter(id => typeof id === 'string') : [];
  });
}

function withFiles(
  definition: Definition,
  detail: Record<string, unknown>,
  files: ReadonlyMap<string, FileInfo>,
  locked: boolean,
): Record<string, unknown> {
  const out = { ...detail };
  for (const [name, field] of Object.entries(definition.fields)) {
    const value = detail[name];
    if (field.kind !== 'files' || !Array.isArray(value)) continue;
    const held = value.flatMap(id => files.get(id) ?? []);
    // All readers of the record see that there are guarded files; their content takes a reveal.
    out[name] = field.guarded ? held.map(file => ({ ...file, thumbUrl: null, ...(locked && { url: '' }) })) : held;
  }
  return out;
}

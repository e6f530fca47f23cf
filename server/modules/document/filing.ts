import { audienceFits } from '@lobby/shared/kit/audience.ts';
import { document, documentVersion } from '@lobby/shared/modules/document.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { files } from '../../kit/files/file-store.ts';
import { checkFiles, claimFiles } from '../../kit/files/files.ts';
import { build } from '../../kit/records/records.ts';
import type { Action, ActionsOf, DoneOf, RequestOf, Values } from '../../kit/records/typed-behaviour.ts';
import { sealed } from '../../kit/store/keys/seal.ts';
import type { Doc } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';

type File = Pick<Doc<typeof document>, 'file' | 'type' | 'size' | 'edition' | 'filedAt'>;

const idOf = (file: readonly string[] | null | undefined): string | null => file?.[0] ?? null;
const typeOf = (mime: string) =>
  mime.startsWith('image/') ? 'IMAGE' : mime === 'application/pdf' ? 'PDF' : mime.includes('sheet') ? 'EXCEL' : 'WORD';

/** Values of a document derived from its new file. */
export async function loadFileValues(ctx: Ctx, fileId: string | null, edition: number): Promise<File> {
  const row = fileId ? await files().findOne({ _id: fileId, projectId: ctx.projectId }) : null;
  if (!row) return failFields({ file: { code: 'REQUIRED' } });
  return { file: [row._id], type: typeOf(row.type), size: row.size, edition, filedAt: ctx.now };
}

/** Completes a document from its file; another file increments the version. */
export async function completeDocument(
  ctx: Ctx,
  { values, doc }: RequestOf<typeof document>,
): Promise<Values<typeof document>> {
  const id = idOf(values.file);
  if (doc && (values.file === undefined || id === idOf(doc.file))) return values;
  return { ...values, ...(await loadFileValues(ctx, id, doc ? doc.edition + 1 : 1)) };
}

/** Adds a version record if the file changed. */
export async function keepVersion(ctx: Ctx, { doc, before }: DoneOf<typeof document>): Promise<Change[]> {
  return !doc || before?.edition === doc.edition ? [] : [await loadVersion(ctx, doc._id, doc)];
}

/** Version record of a document. */
export async function loadVersion(
  ctx: Ctx,
  documentId: string,
  { file, edition }: Pick<File, 'file' | 'edition'>,
  more: { note?: string | null; restored?: number } = {},
): Promise<Change> {
  const values = { documentId, file, edition, author: ctx.actor.name, ...more };
  return { definition: documentVersion, action: 'create', insert: await build(ctx, documentVersion, values, true) };
}

/** Replaces the file; the previous one stays in the history. */
const newVersion: Action<typeof document, 'new-version'> = async (ctx, doc, { file, note }) => {
  const fresh = await checkFiles(ctx, { file: document.fields.file }, { file });
  const set = await loadFileValues(ctx, idOf(file), doc.edition + 1);
  return {
    set,
    also: session => claimFiles(fresh, session, { entity: document.name, id: doc._id }),
    with: [await loadVersion(ctx, doc._id, set, { note: note ?? null })],
  };
};

/** The name must be unique in the target folder too. */
const move: Action<typeof document, 'move'> = async (ctx, doc, { folderId }) => ({
  set: sealed(document, ctx.projectId, { folderId }, { ...doc, folderId }),
});

const share: Action<typeof document, 'share'> = async (_ctx, doc, input) => {
  const audience = Object.fromEntries(Object.entries(input).filter(([name]) => name in document.actions.share.input));
  const errors = audienceFits({ ...doc, ...audience });
  if (Object.keys(errors).length > 0) failFields(errors);
  return { set: audience };
};

export const acts = { 'new-version': newVersion, move, share } satisfies ActionsOf<typeof document>;

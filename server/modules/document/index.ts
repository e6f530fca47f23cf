import { document } from '@lobby/shared/modules/document.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { create } from '../../kit/records/records.ts';
import { perform, untyped, type Values } from '../../kit/records/typed-behaviour.ts';
import type { Doc } from '../../kit/store/records.ts';
import { acts, completeDocument, keepVersion } from './filing.ts';

export { mayOpen } from './files.ts';

/** Stores a generated document and returns its id. */
export async function fileDocument(ctx: Ctx, values: Values<typeof document>): Promise<string> {
  const made = await create(ctx, document, values, untyped({ check: completeDocument, changes: keepVersion }));
  return String(made.id);
}

/** Replaces the file of a document by a new version. */
export const refileDocument = (ctx: Ctx, id: string, fileId: string): Promise<Doc<typeof document>> =>
  perform(ctx, { definition: document, name: 'new-version', id, input: { file: [fileId] } }, acts['new-version']);

import { document } from '@lobby/shared/modules/document.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { act } from '../../kit/records/act.ts';
import { create } from '../../kit/records/records.ts';
import type { Stored } from '../../kit/store/schema.ts';
import { acts, completeDocument, keepVersion } from './filing.ts';

export { mayOpen } from './files.ts';

/** Files a document that the house has made itself; answers its id. */
export async function fileDocument(ctx: Ctx, values: Record<string, unknown>): Promise<string> {
  const made = await create(ctx, document, values, { check: completeDocument, changes: keepVersion });
  return String(made.id);
}

/** Puts a next version in the place of a document's file. */
export const refileDocument = (ctx: Ctx, id: string, fileId: string): Promise<Stored> =>
  act(ctx, document, 'new-version', id, { file: [fileId] }, acts['new-version'] ?? (() => ({})));

import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { document, documentVersion } from '@lobby/shared/modules/document.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { responseSchema } from '../../kit/http/response-schema.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { act, load } from '../../kit/records/act.ts';
import { sharedWith } from '../../kit/records/audience.ts';
import { rowOnly } from '../../kit/records/list.ts';
import { present } from '../../kit/records/present.ts';
import { create } from '../../kit/records/records.ts';
import { outsideItself, treeRoute } from '../../kit/records/tree.ts';
import { serve } from '../../kit/serve.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';
import { acts, completeDocument, keepVersion } from './filing.ts';
import { versionRoutes } from './versions.ts';

export { mayOpen } from './files.ts';

/** Files a document that the house has made itself; answers its id. */
export async function fileDocument(ctx: Ctx, values: Record<string, unknown>): Promise<string> {
  const made = await create(ctx, document, values, { check: completeDocument, changes: keepVersion });
  return String(made.id);
}

/** Puts a next version in the place of a document's file. */
export const refileDocument = (ctx: Ctx, id: string, fileId: string): Promise<Stored> =>
  act(ctx, document, 'new-version', id, { file: [fileId] }, acts['new-version'] ?? (() => ({})));

/** More than this a unit's tab does not show. */
const MOST = 100;

/** `GET /document/of-unit/:id`: what the residents of a unit see, for staff; newest first. */
const ofUnit = route({
  method: 'get',
  path: `${document.path}/of-unit/:id`,
  summary: 'The documents that the residents of a unit see',
  module: document.code,
  flags: ['read'],
  params: z.strictObject({ id: idSchema }),
  answer: z.array(responseSchema(document, 'row')),
  async run(ctx, { params }) {
    const home = await load(ctx, unit, params.id);
    const rows = await modelOf(document)
      .find(
        { projectId: ctx.projectId, deletedAt: null, ...(await sharedWith(document, ctx.projectId, home._id)) },
        rowOnly(document),
      )
      .sort({ filedAt: -1, _id: -1 })
      .limit(MOST)
      .maxTimeMS(2000)
      .lean<Stored[]>();
    return rows.map(row => present(document, ctx.projectId, row, 'staff'));
  },
});

/** Folders, the documents in them and their versions. */
export function documentRoutes(all: readonly Definition[]): Route[] {
  return [
    treeRoute(folder, document, 'folderId'),
    ...serve(folder, { check: outsideItself(folder, 'FOLDER_IN_ITSELF') }, all),
    ofUnit,
    ...versionRoutes,
    ...serve(document, { check: completeDocument, changes: keepVersion, acts }, all),
    ...serve(documentVersion, {}, all),
  ];
}

import type { Definition } from '@lobby/shared/kit/definition.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { document, documentVersion } from '@lobby/shared/modules/document.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { load } from '../../kit/act.ts';
import { answerSchema } from '../../kit/answer.ts';
import { sharedWith } from '../../kit/audience.ts';
import { rowOnly } from '../../kit/list.ts';
import { modelOf, type Stored } from '../../kit/model.ts';
import { present } from '../../kit/present.ts';
import { type Route, route } from '../../kit/route.ts';
import { serve } from '../../kit/serve.ts';
import { outsideItself, treeRoute } from '../../kit/tree.ts';
import { acts, completeDocument, keepVersion } from './filing.ts';
import { versionRoutes } from './versions.ts';

export { mayOpen } from './files.ts';

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
  answer: z.array(answerSchema(document, 'row')),
  async run(ctx, { params }) {
    const home = await load(ctx, unit, params.id);
    const rows = await modelOf(document)
      .find(
        { projectId: ctx.projectId, deletedAt: null, ...(await sharedWith(ctx.projectId, home._id)) },
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
    ...serve(folder, { beforeSave: outsideItself(folder, 'FOLDER_IN_ITSELF') }, all),
    ofUnit,
    ...versionRoutes,
    ...serve(document, { beforeSave: completeDocument, alongside: keepVersion, acts }, all),
    ...serve(documentVersion, {}, all),
  ];
}

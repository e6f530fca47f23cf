import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { documentVersions } from '@lobby/shared/modules/document.contract.ts';
import { document, documentVersion } from '@lobby/shared/modules/document.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { loadFiles } from '../../kit/files/files.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { lastChange } from '../../kit/records/acts/last-change.ts';
import { loadDetail } from '../../kit/serve.ts';
import { type Doc, records } from '../../kit/store/records.ts';
import { save, VersionConflict } from '../../kit/store/save.ts';
import { loadFileValues, loadVersion } from './filing.ts';

/** Maximum versions returned. */
const MOST = 200;

export const versionRoutes: Route[] = [
  route(documentVersions, {
    flags: ['read'],
    async run(ctx, { params }) {
      const doc = await load(ctx, document, params.id);
      const rows = await records(documentVersion).find(
        ctx,
        { documentId: doc._id },
        { sort: { edition: -1 }, limit: MOST, patience: 2000 },
      );
      const idOf = ({ file }: Doc<typeof documentVersion>) => file[0] ?? '';
      const files = await loadFiles(ctx, rows.map(idOf));
      return rows.map(row => ({
        edition: row.edition,
        note: row.note,
        restored: row.restored,
        author: row.author,
        at: row.createdAt.toISOString(),
        file: files.get(idOf(row)) ?? null,
      }));
    },
  }),
  route({
    method: 'put',
    path: `${document.path}/:id/restore-version`,
    summary: 'Make an older version of a document the newest again',
    module: document.code,
    flags: ['write'],
    params: z.strictObject({ id: idSchema }),
    body: z.strictObject({
      version: z.int().min(1).max(1_000_000_000),
      edition: z.int().min(1).max(1_000_000_000),
    }),
    answer: responseSchema(document, 'detail'),
    async run(ctx, { params, body }) {
      const doc = await load(ctx, document, params.id);
      const lost = async () => fail('STATUS_CHANGED', await lastChange(document, doc, false));
      if (doc.version !== body.version) return lost();
      const old = await records(documentVersion).first(ctx, { documentId: doc._id, edition: body.edition });
      if (!old) return fail('NOT_FOUND');
      if (old.edition === doc.edition) return fail('DOCUMENT_VERSION_IS_NEWEST');
      const set = await loadFileValues(ctx, old.file[0] ?? null, doc.edition + 1);
      try {
        const [saved] = await save(ctx, [
          { definition: document, action: 'restore-version', update: { doc, set } },
          await loadVersion(ctx, doc._id, set, { restored: old.edition }),
        ]);
        return loadDetail(ctx, document, saved ?? doc);
      } catch (error) {
        if (error instanceof VersionConflict) return lost();
        throw error;
      }
    },
  }),
];

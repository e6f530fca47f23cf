import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { z } from 'zod';
import { type Route, route } from '../../../kit/http/route.ts';
import { load } from '../../../kit/records/acts/act.ts';
import { create } from '../../../kit/records/records.ts';
import { type Doc, fieldOf } from '../../../kit/store/records.ts';
import { serves } from '../../../platform/server-module.ts';
import { LOOKS, paperRevisionRoutes } from './revisions.ts';
import { copyBehaviour, keepLook, paperActs, paperBehaviour } from './rules.ts';

/** Copies a document template; the copy is not the default. */
const duplicate = route({
  method: 'put',
  path: `${reportTemplate.path}/:id/duplicate`,
  summary: 'Make another report template of the same look',
  module: reportTemplate.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    name: fieldSchema(reportTemplate.fields.name),
  }),
  answer: responseSchema(reportTemplate, 'detail'),
  async run(ctx, { params, body: { name } }) {
    const doc: Doc<typeof reportTemplate> = await load(ctx, reportTemplate, params.id);
    // A file belongs to its first record.
    const values = Object.fromEntries(
      LOOKS.filter(look => look !== 'logo').map(field => [field, fieldOf(doc, field) ?? undefined]),
    );
    return create(ctx, reportTemplate, { ...values, documentType: doc.documentType, name }, copyBehaviour);
  },
});

export const paperRoutes: readonly Route[] = [...paperRevisionRoutes(keepLook), duplicate];
export const servedPapers = serves(reportTemplate, { ...paperBehaviour, actions: paperActs });

import { responseSchema } from '@lobby/shared/kit/answer-schema.ts';
import { LANGUAGES } from '@lobby/shared/kit/languages.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { template } from '@lobby/shared/modules/template.ts';
import { z } from 'zod';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { create } from '../../kit/records/records.ts';
import { untyped } from '../../kit/records/typed-behaviour.ts';
import { templateBehaviour } from './rules.ts';

const COPIED = ['purpose', 'channel', 'language', 'subject', 'body', 'text', 'attachPdf', 'accents', 'note'] as const;

/** Copies a template as an inactive one, optionally for another language. */
export const duplicateRoute: Route = route({
  method: 'put',
  path: `${template.path}/:id/duplicate`,
  summary: 'Make another template of the same words, inactive',
  module: template.code,
  flags: ['write'],
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    name: fieldSchema(template.fields.name),
    language: z.enum(LANGUAGES).optional(),
  }),
  answer: responseSchema(template, 'detail'),
  async run(ctx, { params, body: { name, language } }) {
    const doc = await load(ctx, template, params.id);
    const values = Object.fromEntries(COPIED.map(field => [field, doc[field] ?? null]));
    return create(ctx, template, { ...values, name, ...(language && { language }) }, untyped(templateBehaviour));
  },
});

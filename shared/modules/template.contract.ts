import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { LANGUAGES } from '../kit/languages.ts';
import { idSchema } from '../kit/schema.ts';
import { template } from './template.ts';
import { TEMPLATE_PURPOSES, WORD_PLACES } from './template-words.ts';

const words = { subject: z.string().nullable(), body: z.string().nullable(), text: z.string().nullable() };
const revisionHead = { revision: z.int(), at: z.string(), by: z.string() };

export const templateRevision = contract({
  method: 'get',
  path: '/template/:id/revisions/:revision',
  summary: 'The words of one revision of a template',
  module: template.code,
  params: z.strictObject({ id: idSchema, revision: z.string().max(30) }),
  answer: z.object({ ...revisionHead, ...words }),
});

export const templateVariables = contract({
  method: 'get',
  path: '/template/variables',
  summary: 'The variables that words of a purpose may name in a channel, with samples and the values of a household',
  module: template.code,
  query: z.strictObject({
    purpose: z.enum(TEMPLATE_PURPOSES).default('NORMAL'),
    channel: z.enum(WORD_PLACES).default('EMAIL'),
    language: z.enum(LANGUAGES).default('vi'),
    feeNoticeId: idSchema.optional(),
    unitId: idSchema.optional(),
  }),
  answer: z.array(
    z.object({
      name: z.string(),
      group: z.string(),
      title: z.string(),
      kind: z.string(),
      sample: z.string(),
      value: z.string().optional(),
    }),
  ),
});

export const templateRevisions = contract({
  method: 'get',
  path: '/template/:id/revisions',
  summary: 'The revisions of the words of a template, newest first, with what each changed',
  module: template.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ ...revisionHead, changed: z.array(z.enum(['subject', 'body', 'text'])) })),
});

export const makeReadyTemplates = contract({
  method: 'post',
  path: '/template/built-in',
  summary: 'Make the ready templates that the project lacks',
  module: template.code,
  answer: z.object({ made: z.int() }),
});

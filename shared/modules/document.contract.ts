import { z } from 'zod';
import { fileSchema, recordSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { document } from './document.ts';

const version = z.object({
  edition: z.int(),
  note: z.string().nullable(),
  restored: z.int().nullable(),
  author: z.string().nullable(),
  at: z.string(),
  file: fileSchema.nullable(),
});

export const documentVersions = contract({
  method: 'get',
  path: '/document/:id/versions',
  summary: 'All versions of a document, newest first',
  module: document.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(version),
});

export const unitDocuments = contract({
  method: 'get',
  path: '/document/of-unit/:id',
  summary: 'The documents that the residents of a unit see',
  module: document.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(recordSchema(document, 'row')),
});

import { z } from 'zod';
import { contract } from './contract.ts';
import { many } from './query-schema.ts';
import { idSchema } from './schema.ts';

/** Identification of a record for people. */
export const calledShape = z.object({
  entity: z.string(),
  id: idSchema,
  title: z.string(),
  code: z.string().nullable(),
  /** Further identification: unit, resident. */
  note: z.string(),
  status: z.string().nullable(),
});

export const searchAll = contract({
  method: 'get',
  path: '/search',
  summary:
    'Records of all modules that the caller may read: by words, codes and names without accents, or by `module/id`; ' +
    '`X-Left-Out` names the modules that took too long, which are asked for by `modules[]`',
  module: 'UNIT_GROUP',
  query: z.strictObject({
    q: z.string().max(200).default(''),
    modules: many(z.string().regex(/^[a-z-]{1,40}$/, 'INVALID')).optional(),
    records: many(z.string().regex(/^[a-z-]{1,40}\/[\da-f]{24}$/, 'INVALID')).optional(),
  }),
  answer: z.array(calledShape),
});

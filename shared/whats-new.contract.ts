import { z } from 'zod';
import { contract } from './kit/contract.ts';
import { paging } from './kit/query-schema.ts';
import { NEWS_KINDS } from './whats-new.ts';

const entrySchema = z.object({
  id: z.string(),
  version: z.string(),
  date: z.iso.date(),
  kind: z.enum(NEWS_KINDS),
  title: z.string(),
  text: z.string(),
  screen: z.string().nullable(),
  modules: z.array(z.string()),
  seen: z.boolean(),
});
export const newsId = z.string().max(60);

export const whatsNew = contract({
  method: 'get',
  path: '/whats-new',
  summary: 'What is new in the product for the caller, newest first, and what its banner says',
  module: 'AUTH',
  query: z.strictObject(paging),
  answer: z.object({
    entries: z.array(entrySchema),
    total: z.int(),
    unseen: z.int(),
    banner: z
      .object({
        ...entrySchema.pick({ id: true, kind: true, title: true }).shape,
        count: z.int(),
        ids: z.array(newsId),
      })
      .nullable(),
  }),
});

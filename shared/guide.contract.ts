import { z } from 'zod';
import { contract } from './kit/contract.ts';
import { LANGUAGES } from './kit/languages.ts';

const listedSchema = z.object({ key: z.string(), title: z.string(), group: z.string(), may: z.boolean() });

export const guidePage = contract({
  method: 'get',
  path: '/guide/:page',
  summary: 'A page of the user guide: what its screen is for, daily steps, statuses, rights and refusals',
  module: 'AUTH',
  params: z.strictObject({ page: z.string().max(200) }),
  query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
  answer: listedSchema.extend({
    screen: z.string().nullable(),
    purpose: z.string(),
    steps: z.array(z.string()),
    /** Screens that purpose and steps name, as they name them. */
    links: z.array(z.object({ said: z.string(), screen: z.string() })),
    statuses: z.array(
      z.object({
        noun: z.string(),
        name: z.string(),
        acts: z.array(z.object({ name: z.string(), to: z.string() })),
      }),
    ),
    rights: z.array(z.string()),
    /** Keys of the acts on its records. */
    keys: z.array(z.object({ keys: z.string(), words: z.string() })),
    /** Words and what they mean; on the page of the glossary alone. */
    glossary: z.array(z.object({ word: z.string(), means: z.string() })),
    refusals: z.array(z.object({ code: z.string(), said: z.string().nullable(), why: z.string().nullable() })),
    news: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
});

export const guideIndex = contract({
  method: 'get',
  path: '/guide/index',
  summary: 'The pages of the user guide in the order of its contents, with the words for searching them',
  module: 'AUTH',
  query: z.strictObject({ lang: z.enum(LANGUAGES).optional() }),
  answer: z.array(listedSchema.extend({ words: z.string() })),
});

export const residentGuide = contract({
  method: 'get',
  path: '/guide/resident',
  summary: 'The short guide of the residents’ app: what each of its pages is for, and the steps',
  module: 'AUTH',
  answer: z.object({
    title: z.string(),
    /** Word of the links to the pages. */
    open: z.string(),
    pages: z.array(z.object({ key: z.string(), title: z.string(), what: z.string(), steps: z.array(z.string()) })),
  }),
});

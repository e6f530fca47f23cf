import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { TRADES } from '../kit/home.ts';
import { many } from '../kit/query-schema.ts';
import { calledShape } from '../kit/search.contract.ts';
import { dashboard, MONEY_CHART_KEYS } from './dashboard.ts';

const words = { key: z.string(), label: z.string(), note: z.string(), module: z.string() };
const presets = z.array(z.enum(TRADES));

export const dashboardCatalogue = contract({
  method: 'get',
  path: '/dashboard/catalogue',
  summary: 'The tiles and charts that the caller may use, and which board is theirs',
  module: dashboard.code,
  answer: z.object({
    preset: z.enum(TRADES),
    boards: z.array(z.enum(TRADES)),
    tiles: z.array(z.object({ ...words, entity: z.string(), tone: z.enum(['bad', 'waiting', 'plain']), presets })),
    charts: z.array(
      z.object({
        ...words,
        noun: z.string(),
        figure: z.string(),
        beside: z.object({ figure: z.string(), label: z.string() }).nullable(),
        split: z.string().nullable(),
        presets,
      }),
    ),
    money: z.array(z.object({ key: z.enum(MONEY_CHART_KEYS), presets })),
    lists: z.array(z.object({ ...words, presets })),
  }),
});

export const dashboardTiles = contract({
  method: 'get',
  path: '/dashboard/tiles',
  summary: 'What tiles come to: each the total of the list behind it, as the caller sees it',
  module: dashboard.code,
  query: z.strictObject({ keys: many(z.string().max(60)).optional() }),
  answer: z.array(
    z.object({
      key: z.string(),
      kind: z.enum(['count', 'money']),
      value: z.int(),
      /** Number of records that an amount is of; null of a number. */
      count: z.int().nullable(),
      before: z.int().nullable(),
      link: z.string(),
      asOf: z.string(),
    }),
  ),
});

export const dashboardLists = contract({
  method: 'get',
  path: '/dashboard/lists',
  summary: 'The first five records of the lists of a board, as the caller sees them, each list with its total',
  module: dashboard.code,
  query: z.strictObject({ keys: many(z.string().max(60)) }),
  answer: z.array(
    z.object({
      key: z.string(),
      count: z.int(),
      /** Whether `at` is a deadline; otherwise they wait since then. */
      due: z.boolean(),
      records: z.array(
        calledShape.extend({
          at: z.string(),
          /** Amount in VND, in lists of money. */
          sum: z.int().nullable(),
          /** Records that say more of it, such as the householder. */
          refs: z.array(z.object({ to: z.string(), id: z.string() })),
        }),
      ),
      link: z.string(),
    }),
  ),
});

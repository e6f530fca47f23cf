import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { many } from '../kit/query-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { HANDOVER } from './handover-data.ts';
import { HANDOVER_FIGURES, SPLITS } from './handover-statistic.ts';

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
export const handoverAsked = {
  from: day,
  to: day,
  by: z.enum(['day', 'week', 'month']).default('month'),
  split: z.enum(SPLITS).optional(),
  asOf: day,
  filter: z.strictObject({ blockId: many(idSchema).pipe(z.array(idSchema).max(50)).optional() }).optional(),
};
const share = z.number().nullable();

export const handoverFigure = contract({
  method: 'get',
  path: '/handover/statistic',
  summary: 'A figure of the handovers: its lines, each with the list that shows the same',
  module: HANDOVER,
  query: z.strictObject({ figure: z.enum(HANDOVER_FIGURES), ...handoverAsked }),
  answer: z.object({
    figure: z.string(),
    from: z.string().nullable(),
    to: z.string(),
    asOf: z.string(),
    lines: z.array(
      z.object({
        key: z.string(),
        name: z.string().nullable(),
        link: z.string().nullable(),
        values: z.record(z.string(), z.number().nullable()),
      }),
    ),
  }),
});

export const handoverTiles = contract({
  method: 'get',
  path: '/handover/statistic/summary',
  summary: 'The tiles of the handovers',
  module: HANDOVER,
  query: z.strictObject(handoverAsked),
  answer: z.object({
    asOf: z.string(),
    total: z.int(),
    handedOver: z.int(),
    handingOver: z.int(),
    waiting: z.int(),
    percent: share,
    late: z.int(),
    openDefects: z.int(),
    firstTime: share,
  }),
});

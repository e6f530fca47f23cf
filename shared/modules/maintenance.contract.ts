import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { CARE_KINDS } from './care.ts';
import { maintenance } from './maintenance.ts';

const word = z.string().nullable();

export const upkeepYear = contract({
  method: 'get',
  path: '/maintenance/upkeep',
  summary: 'How a system, a device or an asset is looked after: plans, dates, works by year and their cost',
  module: maintenance.code,
  query: z.strictObject({ deviceId: idSchema.optional(), systemId: idSchema.optional(), assetId: idSchema.optional() }),
  answer: z.object({
    plans: z.array(z.object({ id: idSchema, kind: z.string(), status: z.string(), nextDate: word })),
    dates: z.array(z.object({ kind: z.enum(CARE_KINDS), last: word, next: word })),
    years: z.array(z.object({ year: z.int(), done: z.int(), repairs: z.int(), failed: z.int(), cost: z.int() })),
  }),
});

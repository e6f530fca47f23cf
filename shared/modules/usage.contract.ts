import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema, monthSchema } from '../kit/schema.ts';
import { usage } from './usage.ts';

const nullable = z.number().nullable();
export const usageRow = z.object({
  unitId: z.string(),
  code: z.string(),
  meterId: z.string().nullable(),
  meterCode: z.string().nullable(),
  usageId: z.string().nullable(),
  oldIndex: nullable,
  newIndex: nullable,
  rolled: z.boolean(),
  usageNumber: nullable,
  previousUsage: nullable,
  averageUsage: nullable,
  change: nullable,
  months: z.int(),
  outlier: z.boolean(),
  confirmed: z.boolean(),
  billed: z.boolean(),
  photos: z.int(),
  /** The last three usages, latest first. */
  before: z.array(z.number()),
  note: z.string().nullable(),
  /** Without a registration no bill is made. */
  registered: z.boolean(),
});

export const usageSheet = contract({
  method: 'get',
  path: '/usage/sheet',
  summary: 'The meters of a service, or the units that have it, with their readings of a month and those before',
  module: usage.code,
  query: z.strictObject({
    serviceId: idSchema,
    month: monthSchema,
    blockId: idSchema.optional(),
  }),
  answer: z.array(usageRow),
});

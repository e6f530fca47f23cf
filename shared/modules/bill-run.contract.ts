import { z } from 'zod';
import type { BillItem } from '../billing/explain.ts';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema, monthSchema } from '../kit/schema.ts';
import { billRun, RUN_REASONS, RUN_RESULTS } from './bill-run.ts';

export const nullable = z.number().nullable();
const line = z.object({
  kind: wordOf<NonNullable<BillItem['kind']>>(),
  key: z.string().nullish(),
  quantity: nullable,
  price: nullable,
  percent: nullable.optional(),
  days: nullable,
  ofDays: nullable,
  amount: z.number(),
});
export const plannedBill = z.object({
  unitId: z.string(),
  quantity: z.number(),
  oldIndex: nullable,
  newIndex: nullable,
  items: z.array(line),
  gross: z.int(),
  discount: z.int(),
  net: z.int(),
  surcharge: z.int(),
  vat: z.int(),
  total: z.int(),
  vatRate: nullable,
  periodStart: z.string(),
  periodEnd: z.string(),
  /** Bill of the previous month. */
  previous: z.object({ quantity: z.number(), total: z.int() }).nullable(),
});

export const runScope = contract({
  method: 'get',
  path: '/bill/run/scope',
  summary: 'What a month has of each service before it is billed: units, bills, readings that are missing',
  module: billRun.code,
  query: z.strictObject({ month: monthSchema }),
  answer: z.object({
    units: z.int(),
    services: z.array(
      z.object({
        serviceId: z.string(),
        units: z.int(),
        billed: z.int(),
        readingsMissing: z.int(),
        previousTotal: z.int(),
      }),
    ),
  }),
});

export const runItem = z.object({
  unitId: z.string(),
  serviceId: z.string(),
  result: z.enum(RUN_RESULTS),
  reason: z.enum(RUN_REASONS).nullable(),
  billId: z.string().nullable(),
  quantity: nullable,
  total: z.int(),
  previousQuantity: nullable,
  previousTotal: nullable,
  change: nullable,
  outlier: z.boolean(),
});
const oneOrMore = <T extends string>(values: readonly T[]) =>
  z.union([z.enum(values), z.array(z.enum(values)).max(20)]);
export const runItemsQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  filter: z
    .strictObject({
      result: oneOrMore(RUN_RESULTS).optional(),
      reason: oneOrMore(RUN_REASONS).optional(),
      outlier: z.enum(['true', 'false']).optional(),
      serviceId: idSchema.optional(),
    })
    .default({}),
});

export const runItemList = contract({
  method: 'get',
  path: '/bill/run/:id/items',
  summary: 'What became of each unit and service in a run, beside the months before',
  module: billRun.code,
  params: z.strictObject({ id: idSchema }),
  query: runItemsQuery,
  answer: z.array(runItem),
});

export const runPreview = contract({
  method: 'get',
  path: '/bill/run/preview',
  summary: 'What the bills of one unit would be in a month, line by line, and of which services it gets none',
  module: billRun.code,
  query: z.strictObject({
    month: monthSchema,
    unitId: idSchema,
    serviceIds: z.array(idSchema).max(50).default([]),
  }),
  answer: z.object({
    bills: z.array(plannedBill.extend({ serviceId: z.string(), unitName: z.string() })),
    skipped: z.array(z.object({ serviceId: z.string(), reason: z.enum(RUN_REASONS) })),
    total: z.int(),
  }),
});

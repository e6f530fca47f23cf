import { z } from 'zod';
import { typedAs } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { CARE_KINDS } from './care.ts';
import type { WorkItem } from './checklist-items.ts';
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

const workSchema = z.object({
  id: idSchema,
  code: z.string(),
  title: z.string(),
  kind: z.string(),
  status: z.string(),
  scheduledDate: z.string(),
  startAt: word,
  dueDate: word,
  overdue: z.boolean(),
  priority: word,
  description: word,
  target: z.object({ of: z.string(), id: z.string(), name: z.string() }).nullable(),
  place: word,
  requiresPhoto: z.boolean(),
  requiresSignature: z.boolean(),
  photos: z.int(),
  signatures: z.int(),
  estimatedMinutes: z.int().nullable(),
  progress: z.int().nullable(),
  items: z.array(typedAs<WorkItem>(z.looseObject({ n: z.int(), label: z.string(), kind: z.string() }))),
  /** Thumbnails of instructions, for offline use. */
  help: z.array(z.object({ id: idSchema, url: z.string() })),
  parts: z.array(
    z.object({
      supplyId: idSchema,
      warehouseId: idSchema.nullable(),
      quantity: z.number(),
    }),
  ),
});

export const maintenanceSnapshot = contract({
  method: 'get',
  path: '/maintenance/snapshot',
  summary: 'My works of the next 14 days, and those that are late, with all that is needed without a network',
  module: maintenance.code,
  answer: z.object({
    day: z.string(),
    works: z.array(workSchema),
    supplies: z.array(z.object({ id: idSchema, name: z.string(), unitName: z.string() })),
  }),
});

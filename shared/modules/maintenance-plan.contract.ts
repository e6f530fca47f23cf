import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema, inputSchema } from '../kit/schema.ts';
import { maintenancePlan, RULE_FIELDS } from './maintenance-plan.ts';

export const planFigures = contract({
  method: 'get',
  path: '/maintenance-plan/:id/figures',
  summary: 'Works of a plan within the last year: on time, minutes, what failed and what it cost',
  module: maintenancePlan.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    done: z.int(),
    onTime: z.int(),
    /** Percentage of completed works, rounded; null without any. */
    onTimePercent: z.int().nullable(),
    skipped: z.int(),
    overdue: z.int(),
    failedItems: z.int(),
    /** Average duration in minutes of the works that report one. */
    meanMinutes: z.int().nullable(),
    cost: z.int(),
  }),
});

export const planTargets = contract({
  method: 'get',
  path: '/maintenance-plan/:id/targets',
  summary: 'The things of a plan with their last and next dates',
  module: maintenancePlan.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      of: z.enum(['device', 'asset', 'place']),
      id: idSchema,
      resting: z.boolean(),
      last: z.string().nullable(),
      next: z.string().nullable(),
    }),
  ),
});

export const planReach = contract({
  method: 'get',
  path: '/maintenance-plan/:id/reach',
  summary: 'How many works a change of a plan reaches, and how many stay: moved by hand, going, done',
  module: maintenancePlan.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ follow: z.int(), touched: z.int(), going: z.int(), done: z.int() }),
});

export const planThings = contract({
  method: 'get',
  path: '/maintenance-plan/things',
  summary: 'What a plan can look after as a tree: systems by group, machines by system, assets by category, places',
  module: maintenancePlan.code,
  answer: z.array(
    z.object({
      of: z.enum(['system-group', 'technical-system', 'device', 'item-category', 'asset', 'place']),
      id: idSchema,
      name: z.string(),
      below: idSchema.nullable(),
    }),
  ),
});

export const planDates = contract({
  method: 'post',
  path: '/maintenance-plan/preview',
  summary: 'The first dates of a rule, also from a day that has passed; nothing is stored',
  module: maintenancePlan.code,
  body: inputSchema(RULE_FIELDS, 'create'),
  answer: z.array(
    z.object({ date: z.string(), movedFrom: z.string().optional(), reason: z.enum(['HOLIDAY', 'DAY_OFF']).optional() }),
  ),
});

const months = z.array(z.int()).length(12);

export const planYear = contract({
  method: 'get',
  path: '/maintenance-plan/year',
  summary: 'The plan of a year: in which months each thing is looked after',
  module: maintenancePlan.code,
  query: z.strictObject({ year: z.coerce.number<number>().int().min(2000).max(2100).optional() }),
  answer: z.object({
    year: z.int(),
    rows: z.array(
      z.object({
        of: z.enum(['technical-system', 'device', 'asset', 'place']),
        id: z.string(),
        /** Out of service: no further works are planned. */
        resting: z.boolean(),
        /** Number of maintenance and inspection days per month. */
        maintenance: months,
        inspection: months,
      }),
    ),
  }),
});

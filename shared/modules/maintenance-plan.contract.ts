import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { maintenancePlan } from './maintenance-plan.ts';

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

import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { daySchema, idSchema } from '../kit/schema.ts';
import { budget } from './budget.ts';

const months = z.array(z.int()).length(12);
export const budgetRow = z.object({
  kind: z.string(),
  serviceId: z.string().nullable(),
  categoryId: z.string().nullable(),
  planned: months,
  actual: months,
  year: z.int(),
  used: z.int(),
  left: z.int(),
  percent: z.number().nullable(),
});

export const budgetActual = contract({
  method: 'get',
  path: '/budget/:id/actual',
  summary: 'A budget against what was earned and spent, line by line and month by month',
  module: budget.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ to: daySchema.optional() }),
  answer: z.object({ year: z.int(), to: z.string(), rows: z.array(budgetRow) }),
});

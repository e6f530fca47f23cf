import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { receipt } from './receipt.ts';

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
export const asked = z.strictObject({ from: day, to: day, compareFrom: day, compareTo: day });

export const incomeByDay = contract({
  method: 'get',
  path: '/statistics/income',
  summary: 'What came in, added up day by day: this month beside the one before, or a time beside another',
  module: receipt.code,
  query: asked,
  answer: z.object({
    from: z.string(),
    to: z.string(),
    before: z.object({ from: z.string(), to: z.string() }),
    by: z.enum(['day', 'week', 'month']),
    points: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        /** It goes on: today is in it. */
        open: z.boolean(),
        now: z.int().nullable(),
        before: z.int().nullable(),
      }),
    ),
  }),
});

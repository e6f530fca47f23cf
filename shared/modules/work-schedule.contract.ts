import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { fieldSchema } from '../kit/schema.ts';
import { workSchedule } from './work-schedule.ts';

export const workingTimeNow = contract({
  method: 'get',
  path: '/work-schedule/working-time',
  summary: 'Whether an instant is working time, and when the next one begins',
  module: workSchedule.code,
  query: z.strictObject({ at: fieldSchema({ kind: 'instant' }).optional() }),
  answer: z.object({ working: z.boolean(), next: z.string().nullable() }),
});

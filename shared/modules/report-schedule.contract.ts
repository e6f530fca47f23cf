import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { LEFT_OUT_BY, RECEIVED, reportSchedule } from './report-schedule.ts';

const day = z.string();

export const scheduleRuns = contract({
  method: 'get',
  path: '/report-schedule/:id/runs',
  summary: 'What was sent, the newest first, and what became of it for each recipient',
  module: reportSchedule.code,
  params: z.strictObject({ id: z.string().max(60) }),
  answer: z.array(
    z.object({
      id: z.string(),
      day,
      at: z.string(),
      by: z.enum(['TIME', 'HAND']),
      period: z.object({ from: day, to: day }).nullable(),
      parts: z.array(
        z.object({
          employeeId: z.string(),
          state: z.enum(RECEIVED),
          reason: z.enum(LEFT_OUT_BY).nullable(),
          rows: z.int().nullable(),
        }),
      ),
    }),
  ),
});

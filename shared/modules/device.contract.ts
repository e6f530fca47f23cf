import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { fieldSchema, idSchema } from '../kit/schema.ts';
import { device } from './device.ts';

const day = fieldSchema({ kind: 'date', required: true }).optional();

export const deviceAvailability = contract({
  method: 'get',
  path: '/device/:id/availability',
  summary: 'How much of some days, else of the last year, a machine worked, and how long repairs took',
  module: device.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ from: day, to: day }),
  answer: z.object({
    minutes: z.number(),
    minutesDown: z.number(),
    availability: z.number(),
    minutesPlanned: z.number(),
    breakdowns: z.int(),
    mtbf: z.number().nullable(),
    mttr: z.number().nullable(),
    /** Twelve months up to the last day. */
    months: z.array(z.object({ month: z.string(), down: z.number(), planned: z.number() })),
  }),
});

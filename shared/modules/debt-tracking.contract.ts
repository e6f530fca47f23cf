import { z } from 'zod';
import { AGES } from '../billing/ageing.ts';
import { contract } from '../kit/contract.ts';
import { periodQuery } from '../kit/query-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { debtTracking } from './debt-tracking.ts';

const idAndCode = { id: z.string(), code: z.string() };

export const debtDesk = contract({
  method: 'get',
  path: '/debt-tracking',
  summary: 'The units that owe, longest first, with what was agreed and said about it',
  module: debtTracking.code,
  query: z.strictObject({ blockId: idSchema.optional() }),
  answer: z.array(
    z.object({
      unitId: z.string(),
      code: z.string(),
      householder: z.string().nullable(),
      phone: z.string().nullable(),
      debt: z.int(),
      interest: z.int(),
      bills: z.int(),
      notices: z.int(),
      oldestDue: z.string().nullable(),
      days: z.int(),
      bucket: z.enum(AGES),
      promise: z.object({ id: z.string(), promisedOn: z.string(), amount: z.int(), status: z.string() }).nullable(),
      dispute: z.object(idAndCode).nullable(),
      plan: z.object({ ...idAndCode, status: z.string() }).nullable(),
      lastContact: z.object({ at: z.string(), how: z.string() }).nullable(),
      reminders: z.int(),
      tomorrow: z.int().nullable(),
    }),
  ),
});

export const debtCalendar = contract({
  method: 'get',
  path: '/debt-tracking/calendar',
  summary: 'What was promised, and the parts of plans, day by day',
  module: debtTracking.code,
  query: periodQuery,
  answer: z.array(
    z.object({
      on: z.string(),
      kind: z.enum(['PROMISE', 'PART']),
      ...idAndCode,
      unitId: z.string(),
      amount: z.int(),
      paid: z.int(),
      status: z.string(),
    }),
  ),
});

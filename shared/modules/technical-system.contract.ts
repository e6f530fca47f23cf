import { z } from 'zod';
import { fileSchema } from '../kit/answer-schema.ts';

import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { CARE_KINDS, INSPECTION_RESULTS } from './care.ts';
import { technicalSystem } from './technical-system.ts';
import { DUE_STATUSES } from './upkeep.ts';

const day = z.string().nullable();
export const technicalDueRow = z.object({
  id: idSchema,
  of: z.enum(['technical-system', 'device']),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  systemId: idSchema,
  groupId: day,
  placeId: day,
  managerId: day,
  contractorId: day,
  last: day,
  next: day,
  daysLeft: z.int().nullable(),
  due: z.enum(DUE_STATUSES),
});
export const technicalDueQuery = z.strictObject({
  kind: z.enum(CARE_KINDS),
  /** Part of a code or name. */
  q: z.string().trim().max(100).optional(),
  page: z.coerce.number().int().min(1).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  filter: z
    .strictObject({
      due: z.array(z.enum(DUE_STATUSES)).max(4).optional(),
      managerId: z.array(idSchema).max(50).optional(),
      contractorId: z.array(idSchema).max(50).optional(),
      groupId: z.array(idSchema).max(50).optional(),
      /** Month of the next date: `2026-12`. */
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .optional(),
    })
    .default({}),
});

export const technicalDue = contract({
  method: 'get',
  path: '/technical-due',
  summary: 'Systems and devices by the next date of a kind',
  module: technicalSystem.code,
  query: technicalDueQuery,
  answer: z.object({
    rows: z.array(technicalDueRow),
    counts: z.record(z.string(), z.int()),
    choices: z.record(z.string(), z.array(z.object({ id: idSchema, name: z.string() }))),
  }),
});

export const systemDowntime = contract({
  method: 'get',
  path: '/technical-system/:id/downtime',
  summary: 'How much of the last year each machine of a system worked',
  module: technicalSystem.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      deviceId: idSchema,
      availability: z.number(),
      minutesDown: z.number(),
      minutesPlanned: z.number(),
      breakdowns: z.int(),
    }),
  ),
});

const word = z.string().nullable();

export const systemCertificates = contract({
  method: 'get',
  path: '/technical-system/:id/certificates',
  summary: 'The last inspections of a system and its devices, with their papers',
  module: technicalSystem.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(
    z.object({
      id: idSchema,
      code: z.string(),
      name: z.string(),
      number: word,
      result: z.enum(INSPECTION_RESULTS).nullable(),
      last: word,
      next: word,
      due: z.enum(DUE_STATUSES),
      files: z.array(fileSchema),
    }),
  ),
});

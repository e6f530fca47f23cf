import { z } from 'zod';
import { recordSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { filterSchema } from '../kit/filter-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { weighedSchema } from './conference.contract.ts';
import { CONFERENCE } from './conference.ts';
import { conferenceUnit } from './conference-unit.ts';

export const findConferenceUnits = contract({
  method: 'get',
  path: '/conference-unit/find',
  summary: 'Units that somebody at the desk is there for, by pass, six digits, unit, name or end of a phone',
  module: CONFERENCE,
  query: z.strictObject({ conferenceId: idSchema, code: z.string().trim().min(1).max(200) }),
  answer: z.array(recordSchema(conferenceUnit, 'row')),
});

export const doorList = contract({
  method: 'get',
  path: '/conference-unit/door',
  summary: 'The list of a meeting as a desk keeps it for where there is no network',
  module: CONFERENCE,
  query: z.strictObject({ conferenceId: idSchema }),
  answer: z.array(
    z.object({
      id: z.string(),
      unitId: z.string(),
      unit: z.string(),
      owner: z.string(),
      representative: z.string().nullable(),
      weight: z.number(),
      attendance: z.string(),
      code6: z.string(),
      pass: z.string(),
      holders: z.array(z.string()),
      checkIn: z.string(),
      checkedInAt: z.string().nullable(),
      desk: z.string().nullable(),
      by: z.string().nullable(),
    }),
  ),
});

export const conferenceTotals = contract({
  method: 'get',
  path: '/conference-unit/totals',
  summary: 'Units and votes of a filter of the list',
  module: CONFERENCE,
  query: () => z.strictObject({ filter: filterSchema(conferenceUnit).default({}) }),
  answer: weighedSchema,
});

export const passCode = contract({
  method: 'get',
  path: '/conference-unit/:id/pass-code',
  summary: 'What the square code of a unit at the door says',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ text: z.string(), code6: z.string() }),
});

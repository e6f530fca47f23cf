import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { visitor } from './visitor.ts';

const line = z.string().nullable();
export const insideRow = z.object({
  id: z.string(),
  name: z.string(),
  block: line,
  floor: line,
  unit: line,
  contact: line,
  /** Number of persons: the guest and companions. */
  persons: z.int(),
  plate: line,
  enteredAt: z.iso.datetime().nullable(),
});

export const visitorsInside = contract({
  method: 'get',
  path: '/visitor/inside',
  summary: 'Guests who are inside now, by block, floor and unit, and how many people they are',
  module: visitor.code,
  answer: z.object({ at: z.iso.datetime(), visits: z.int(), persons: z.int(), rows: z.array(insideRow) }),
});

export const watchEntries = contract({
  method: 'get',
  path: '/visitor/:id/watch',
  summary: 'The entry of the watch list that meets a visit; why only for who reads the list',
  module: visitor.code,
  params: z.strictObject({ id: idSchema }),
  answer: z
    .object({ level: z.string(), until: z.string(), reason: z.string().nullish(), entryId: idSchema.optional() })
    .nullable(),
});

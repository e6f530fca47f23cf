import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { utilityWaitlist } from './utility-waitlist.ts';

const place = z.object({ id: idSchema, position: z.int().nullable() });

export const waitPositions = contract({
  method: 'get',
  path: '/utility-waitlist/positions',
  summary: 'Where entries stand among those who wait for the same time',
  module: utilityWaitlist.code,
  query: z.strictObject({ ids: z.union([idSchema, z.array(idSchema).max(100)]) }),
  answer: z.array(place),
});

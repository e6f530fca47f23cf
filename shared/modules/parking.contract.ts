import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema, monthSchema } from '../kit/schema.ts';
import { parking } from './parking.ts';

const STATES = ['TO_BILL', 'DRAFT', 'ACTIVE', 'NO_TARIFF', 'NONE'] as const;
export const parkingRow = z.object({
  unitId: z.string(),
  code: z.string(),
  serviceId: z.string(),
  vehicles: z.array(z.object({ id: z.string(), plate: z.string(), since: z.string().nullable() })),
  /** Places registered in addition to the vehicles. */
  places: z.number(),
  total: z.int().nullable(),
  state: z.enum(STATES),
});

export const parkingSummary = contract({
  method: 'get',
  path: '/parking/summary',
  summary: 'The vehicles and places of the units, and what they cost in a month',
  module: parking.code,
  query: z.strictObject({ month: monthSchema, blockId: idSchema.optional() }),
  answer: z.object({ rows: z.array(parkingRow), unpriced: z.int() }),
});

export const parkingCounts = contract({
  method: 'get',
  path: '/parking/count',
  summary: 'How many vehicles of each type park in a month, by block',
  module: parking.code,
  query: z.strictObject({ month: monthSchema }),
  answer: z.array(z.object({ blockId: z.string().nullable(), vehicleType: z.string(), count: z.int() })),
});

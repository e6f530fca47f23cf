import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { filterSchema } from '../kit/filter-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { HANDOVER } from './handover-data.ts';
import { handoverUnit } from './handover-unit.ts';
import { unit } from './unit.ts';

type Status = keyof typeof handoverUnit.statuses;
const STATUSES = Object.keys(handoverUnit.statuses) as [Status, ...Status[]];
const query = () => z.strictObject({ filter: filterSchema(handoverUnit).optional() });

export const handoverTotals = contract({
  method: 'get',
  path: '/handover/unit/totals',
  summary: 'How many units of a filter are how far, and what is open of them',
  module: HANDOVER,
  query,
  answer: z.object({
    total: z.int(),
    statuses: z.record(z.enum<readonly string[]>(STATUSES), z.int()),
    late: z.int(),
    obligationOpen: z.int(),
    openDefects: z.int(),
    blockingDefects: z.int(),
  }),
});

export const handoverPlan = contract({
  method: 'get',
  path: '/handover/unit/plan',
  summary: 'Units of the programme floor by floor, with how far each is',
  module: HANDOVER,
  query,
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      blockId: z.string().nullable(),
      units: z.array(
        z.object({
          id: z.string(),
          code: z.string(),
          status: z.enum(STATUSES),
          late: z.boolean(),
          openDefects: z.int(),
          blockingDefects: z.int(),
        }),
      ),
    }),
  ),
});

/** Maximum units per request. */
export const MOST_HANDOVER_UNITS = 2000;
export const chosenUnits = () =>
  z.strictObject({
    unitIds: z.array(idSchema).min(1).max(MOST_HANDOVER_UNITS).optional(),
    isAll: z.literal(true).optional(),
    filter: filterSchema(unit).optional(),
  });
export const refusedUnits = z.array(z.object({ id: z.string(), code: z.string(), reason: z.string().optional() }));

export const addHandoverUnits = contract({
  method: 'post',
  path: '/handover/unit/add',
  summary: 'Take units into the programme of handovers; those that cannot be are named with the reason',
  module: HANDOVER,
  body: chosenUnits,
  answer: z.object({ created: z.int(), refused: refusedUnits }),
});

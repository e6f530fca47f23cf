import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { filterSchema } from '../kit/filter-schema.ts';
import { HANDOVER } from './handover-data.ts';
import { handoverDefect } from './handover-defect.ts';

export const defectGroups = contract({
  method: 'get',
  path: '/handover/unit-property-item-defect/groups',
  summary: 'Open defects counted by unit or by contractor',
  module: HANDOVER,
  query: () => z.strictObject({ by: z.enum(['unit', 'partner']), filter: filterSchema(handoverDefect).optional() }),
  answer: z.array(
    z.object({
      key: z.string().nullable(),
      name: z.string().nullable(),
      open: z.int(),
      overdue: z.int(),
      blocking: z.int(),
      toConfirm: z.int(),
    }),
  ),
});

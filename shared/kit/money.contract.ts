import { z } from 'zod';
import { contract } from './contract.ts';
import { OWES } from './money.ts';
import { idSchema } from './schema.ts';

export const owes = contract({
  method: 'get',
  path: `${OWES.path}/:unitId/owes`,
  summary: 'What a unit owes in all, and its householder',
  module: OWES.module,
  params: z.strictObject({ unitId: idSchema }),
  answer: z.object({
    householderId: z.string().nullable(),
    /** With late interest up to today, as it is paid. */
    owed: z.int(),
    interest: z.int(),
    /** Of the interest, what is not charged yet, and so on no notice. */
    accrued: z.int(),
    overdue: z.int(),
    bills: z.int(),
  }),
});

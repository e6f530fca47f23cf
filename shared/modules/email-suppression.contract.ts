import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { SUPPRESSION_CAUSES, SUPPRESSION_REASONS } from './email-suppression.ts';
import { resident } from './resident.ts';

export const mailMarks = contract({
  method: 'get',
  path: '/member/mail-marks',
  summary: 'Which people of a unit, or whether a resident, get no mail because their address is suppressed, and why',
  module: resident.code,
  query: z.strictObject({ residentId: idSchema.optional(), unitId: idSchema.optional() }),
  answer: z.array(
    z.object({
      residentId: z.string(),
      /** The suppression, for those who may lift it. */
      id: z.string(),
      cause: z.enum(SUPPRESSION_CAUSES),
      reason: z.enum(SUPPRESSION_REASONS),
    }),
  ),
});

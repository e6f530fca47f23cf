import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { payslip } from './payslip.ts';

export const refundable = contract({
  method: 'get',
  path: '/payslip/refundable',
  summary: 'What could be refunded to a unit, and what it owes',
  module: payslip.code,
  query: z.strictObject({ unitId: idSchema }),
  answer: z.object({
    account: z.int(),
    opening: z.int(),
    debt: z.int(),
    advances: z.array(z.object({ serviceId: z.string(), balance: z.int() })),
    deposits: z.array(z.object({ id: z.string(), code: z.string(), amount: z.int() })),
  }),
});

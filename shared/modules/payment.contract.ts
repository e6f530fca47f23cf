import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { payment } from './reports.ts';

export const mostOwed = contract({
  method: 'get',
  path: '/payment/most-owed',
  summary: 'The units that owe most',
  module: payment.code,
  answer: z.array(z.object({ unitId: z.string(), code: z.string(), owed: z.int(), bills: z.int(), daysLate: z.int() })),
});

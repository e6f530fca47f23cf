import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { deposit, depositRequest } from './deposit.ts';

export const depositQr = contract({
  method: 'get',
  path: '/deposit-request/:id/qr',
  summary: 'How what is missing of a deposit is transferred, with the text of its VietQR',
  module: depositRequest.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ account: z.string(), amount: z.int(), content: z.string(), payload: z.string() })),
});

export const depositGroup = z.object({ key: z.string(), name: z.string(), count: z.int(), held: z.int() });

export const depositSummary = contract({
  method: 'get',
  path: '/deposit/summary',
  summary: 'What is held of deposits now: by what they are for, by block, and by how long they have been held',
  module: deposit.code,
  answer: z.object({
    count: z.int(),
    held: z.int(),
    kinds: z.array(depositGroup),
    blocks: z.array(depositGroup),
    ages: z.array(depositGroup),
  }),
});

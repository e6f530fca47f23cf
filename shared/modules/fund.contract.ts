import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { bankAccount, fund } from './fund.ts';

const amount = z
  .string()
  .regex(/^\d{1,20}$/, 'NOT_NATURAL')
  .optional();

export const accountQr = contract({
  method: 'get',
  path: '/bank-account/:id/qr',
  summary: 'The VietQR of an account, for an amount and a content',
  module: bankAccount.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    amount,
    content: z.string().max(200).optional(),
    format: z.enum(['text', 'png', 'svg']).optional(),
  }),
  answer: z.object({ text: z.string(), content: z.string(), svg: z.string().nullable(), png: z.string().nullable() }),
});

export const balancesOfFunds = contract({
  method: 'get',
  path: '/fund/balances',
  summary: 'What each fund holds',
  module: fund.code,
  answer: z.array(z.object({ fundId: z.string(), balance: z.int() })),
});

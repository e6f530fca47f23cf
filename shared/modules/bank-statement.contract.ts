import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { BANK_STATEMENT } from './bank-statement.ts';

const balance = z.object({
  bankAccountId: z.string(),
  /** Closing balance and date of the latest statement. */
  closing: z.int().nullable(),
  closingOn: z.string().nullable(),
  unmatchedIn: z.int(),
  unmatchedOut: z.int(),
});

export const bankBalances = contract({
  method: 'get',
  path: '/bank-statement/balances',
  summary: 'What banks say each account holds, and what of it is not matched yet',
  module: BANK_STATEMENT,
  answer: z.array(balance),
});

/** Bank fee rule: outgoing lines with one of these words, up to an amount, become expenses of a category. */
export const feesSchema = z.strictObject({
  words: z.array(z.string().trim().min(2).max(60)).min(1).max(20),
  most: z.int().min(1).max(100_000_000),
  categoryId: idSchema,
});
export const autoPostSchema = z.strictObject({
  CONTENT: z.boolean(),
  VIRTUAL_ACCOUNT: z.boolean(),
  PAYER: z.boolean(),
});
export const profileSchema = z.object({
  autoPost: autoPostSchema,
  fees: feesSchema.nullable(),
  mappings: z.array(z.object({ signature: z.string(), columns: z.record(z.string(), z.int()) })),
});

export const statementProfile = contract({
  method: 'get',
  path: '/bank-statement/profile/:bankAccountId',
  summary: 'What is kept of a bank account for its statements: columns, and what is booked by itself',
  module: BANK_STATEMENT,
  params: z.strictObject({ bankAccountId: idSchema }),
  answer: profileSchema,
});

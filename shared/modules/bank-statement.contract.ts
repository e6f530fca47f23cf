import { z } from 'zod';
import { LEFT_OUT } from '../billing/statement/statement.ts';
import { COLUMNS } from '../billing/statement/table.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { BANK_STATEMENT, INBOX_REASONS } from './bank-statement.ts';

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

export const statementQuery = z.strictObject({
  bankAccountId: idSchema,
  /** Column mapping as JSON. */
  mapping: z.string().max(2000).optional(),
  confirmed: z.enum(['true', 'false']).optional(),
});
const counts = {
  lines: z.int(),
  new: z.int(),
  out: z.int(),
  same: z.int(),
  conflicts: z.int(),
  unreadable: z.int(),
  leftOut: z.int(),
};
const previewAnswer = z.object({
  format: z.enum(['CSV', 'XLSX', 'OFX', 'MT940']),
  /** First rows of the table as read. */
  table: z.array(z.array(z.string())).nullable(),
  mapping: z.object({ heading: z.int(), columns: z.partialRecord(z.enum(COLUMNS), z.int()) }).nullable(),
  /** Whether the column mapping is known. */
  isMapped: z.boolean(),
  counts: z.object(counts),
  sums: z.object({ in: z.int(), out: z.int() }),
  account: z.string().nullable(),
  isOtherAccount: z.boolean(),
  opening: z.int().nullable(),
  closing: z.int().nullable(),
  balanced: z.boolean(),
  lines: z.array(
    z.object({
      row: z.int(),
      day: z.string(),
      direction: z.enum(['IN', 'OUT']),
      amount: z.int(),
      content: z.string(),
      reference: z.string().nullable(),
      state: z.enum(['NEW', 'SAME', 'CONFLICT']),
      /** The stored line that it duplicates. */
      sameAs: z.string().nullable(),
      unitId: z.string().nullable(),
      /** Whether it will be booked automatically. */
      posts: z.boolean(),
      inboxReason: z.enum(INBOX_REASONS).nullable(),
      /** A probable duplicate whose text is longer or shorter. */
      mayBe: z.string().nullable(),
      /** A receipt that may already have booked it. */
      receiptId: z.string().nullable(),
    }),
  ),
  leftOut: z.array(z.object({ row: z.int(), text: z.string(), reason: z.enum(LEFT_OUT) })),
});

export const previewStatement = contract({
  method: 'post',
  path: '/bank-statement/preview',
  summary:
    'Look at what a statement of a bank account (CSV, XLS, XLSX, OFX, MT940) says, line by line; nothing is stored',
  module: BANK_STATEMENT,
  query: statementQuery,
  answer: previewAnswer,
});

export const matchAgain = contract({
  method: 'put',
  path: '/bank-statement-line/rematch',
  summary: 'Look again whose the open lines are: by notices, accounts and vouchers that came since; books nothing',
  module: BANK_STATEMENT,
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(500).optional(), isAll: z.boolean().optional() }),
  answer: z.object({ suggested: z.int() }),
});

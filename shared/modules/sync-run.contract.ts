import { z } from 'zod';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { syncCode } from './sync-code.ts';
import { CODE_KINDS, SENT_KINDS } from './sync-kinds.ts';
import { SYNC_ERRORS, syncReceipt } from './sync-receipt.ts';

const shownLine = z.object({
  account: z.string(),
  debit: z.number(),
  credit: z.number(),
  customer: z.string().nullish(),
  caseCode: z.string().nullish(),
  fundCode: z.string().nullish(),
  taxCode: z.string().nullish(),
});

export const syncPreview = contract({
  method: 'post',
  path: '/accounting-sync/preview',
  summary: 'What would be sent of some documents, line by line, and which codes are missing',
  module: syncReceipt.code,
  body: z.strictObject({ ids: z.array(idSchema).min(1).max(50) }),
  answer: z.array(
    z.object({
      id: z.string(),
      documentCode: z.string().nullable(),
      key: z.string().nullable(),
      error: z.object({ code: z.string(), text: z.string() }).nullable(),
      lines: z.array(shownLine),
    }),
  ),
});

export const syncDay = z.iso.date();

export const syncSummary = contract({
  method: 'get',
  path: '/accounting-sync/summary',
  summary: 'Sums of documents by kind and state, of a period',
  module: syncReceipt.code,
  query: z.strictObject({ from: syncDay.optional(), to: syncDay.optional() }),
  answer: z.array(
    z.object({ documentKind: z.enum(SENT_KINDS), status: z.string(), count: z.int(), amount: z.number() }),
  ),
});

export const syncRunRows = contract({
  method: 'get',
  path: '/accounting-sync/run/:id/rows',
  summary: 'The documents that a run has tried and no later one has since, those that failed first',
  module: syncReceipt.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    count: z.int(),
    rows: z.array(
      z.object({
        id: z.string(),
        documentKind: z.enum(SENT_KINDS),
        documentCode: z.string().nullable(),
        amount: z.number().nullable(),
        status: wordOf<keyof typeof syncReceipt.statuses>(),
        foreignCode: z.string().nullable(),
        errorCode: z.enum(SYNC_ERRORS).nullable(),
        errorText: z.string().nullable(),
      }),
    ),
  }),
});

export const codeKindSchema = z.enum(CODE_KINDS);
const lacking = z.object({
  id: z.string(),
  ours: z.string(),
  label: z.string(),
  /** Code in the accounting software; null if none is set. */
  code: z.string().nullable(),
  waiting: z.int(),
});

export const missingMappings = contract({
  method: 'get',
  path: '/accounting-sync/mapping/missing',
  summary: 'What of ours has no code on the other side, and how many documents wait for it',
  module: syncCode.code,
  query: z.strictObject({
    kind: codeKindSchema,
    /** Includes records that already have a code. */
    all: z.enum(['true', 'false']).optional(),
  }),
  answer: z.array(lacking),
});

export const syncErrorGroups = contract({
  method: 'get',
  path: '/accounting-sync/error-groups',
  summary: 'How many documents were not sent, by the reason',
  module: syncReceipt.code,
  answer: z.array(z.object({ errorCode: z.enum(SYNC_ERRORS), count: z.int() })),
});

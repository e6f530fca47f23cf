import { z } from 'zod';
import { APPROVAL_ACTS } from '../billing/approval-acts.ts';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { approvalRequest } from './approval-request.ts';

const line = z.object({ account: z.string(), name: z.string(), debit: z.int(), credit: z.int() });
const balance = z.object({ name: z.string(), before: z.int(), after: z.int() });

export const approvalPreview = contract({
  method: 'get',
  path: '/approval-request/:id/preview',
  summary: 'What would be done now: its values, the entry and the balances before and after, or why it is refused',
  module: approvalRequest.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    refused: z.object({ code: z.string(), message: z.string() }).nullable(),
    values: z.record(z.string(), z.unknown()).nullable(),
    definition: z.string(),
    lines: z.array(line),
    balances: z.array(balance),
    changed: z.boolean(),
    alike: z.array(z.object({ id: z.string(), code: z.string(), amount: z.int() })),
  }),
});

export const waitingApproval = contract({
  method: 'get',
  path: '/approval-request/waiting/:entityId',
  summary: 'What waits for a document: which acts, asked by whom and since when',
  module: approvalRequest.code,
  params: z.strictObject({ entityId: idSchema }),
  answer: z.array(
    z.object({ id: z.string(), code: z.string(), act: z.string(), maker: z.string(), madeAt: z.string() }),
  ),
});

export const testApprovalRule = contract({
  method: 'get',
  path: '/approval-request/rule-test',
  summary: 'How many documents of the last 30 days a rule would have asked a second person for',
  module: approvalRequest.code,
  query: z.strictObject({
    act: z.enum(APPROVAL_ACTS),
    fromAmount: z.coerce.number<number>().int().min(0).max(1e12),
  }),
  answer: z.object({ total: z.int(), waited: z.int() }),
});

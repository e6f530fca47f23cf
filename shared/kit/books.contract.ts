import { z } from 'zod';
import { CLOSED } from './books.ts';
import { contract } from './contract.ts';

export const closedBooks = contract({
  method: 'get',
  path: '/transaction-lock-date',
  summary: 'Up to which days the books are closed',
  module: CLOSED.module,
  answer: z.object({ lockTransactionData: z.string().nullable(), lockAccountsReceivable: z.string().nullable() }),
});

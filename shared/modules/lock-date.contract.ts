import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { LOCK_KINDS, lockDate } from './lock-date.ts';

export const openBeforeLock = contract({
  method: 'get',
  path: '/lock-date/open',
  summary: 'What is still open up to a day',
  module: lockDate.code,
  query: z.strictObject({ kind: z.enum(LOCK_KINDS), until: z.iso.date() }),
  answer: z.array(z.object({ what: z.string(), count: z.int() })),
});

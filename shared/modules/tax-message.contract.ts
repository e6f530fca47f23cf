import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { taxMessage } from './tax-message.ts';

export const taxQueue = contract({
  method: 'get',
  path: '/e-invoice-message/queue',
  summary: 'How many messages wait, since when, and when the office last said something',
  module: taxMessage.code,
  answer: z.object({ waiting: z.int(), oldest: z.string().nullable(), lastAnswer: z.string().nullable() }),
});

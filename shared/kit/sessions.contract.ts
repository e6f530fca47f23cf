import { z } from 'zod';
import { contract } from './contract.ts';

export const ownSessions = contract({
  method: 'get',
  path: '/auth/sessions',
  summary: 'Where the caller is signed in, the last seen first',
  module: 'AUTH',
  answer: z.array(
    z.object({
      id: z.string(),
      browser: z.string(),
      system: z.string(),
      address: z.string(),
      begunAt: z.iso.datetime().nullable(),
      seenAt: z.iso.datetime(),
      current: z.boolean(),
    }),
  ),
});

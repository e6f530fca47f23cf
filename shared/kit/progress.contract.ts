import { z } from 'zod';
import { contract } from './contract.ts';
import { idSchema } from './schema.ts';

const answer = z.object({
  id: z.string(),
  done: z.int(),
  of: z.int(),
  refused: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
  state: z.enum(['running', 'done', 'cancelled', 'failed']),
  entity: z.string(),
  action: z.string(),
  input: z.record(z.string(), z.unknown()),
  /** User who started the run. */
  by: z.object({ id: z.string(), name: z.string() }),
});

export const oneProgress = contract({
  method: 'get',
  path: '/progress/:id',
  summary: 'How far work in the background has come',
  module: 'PROGRESS',
  params: z.strictObject({ id: idSchema }),
  answer,
});

export const allProgress = contract({
  method: 'get',
  path: '/progress',
  summary:
    'The work in the background that goes on, newest first: what the caller began, to an Admin all of the project',
  module: 'PROGRESS',
  answer: z.array(answer),
});

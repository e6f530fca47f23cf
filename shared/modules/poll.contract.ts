import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { paging } from '../kit/query-schema.ts';
import { idSchema } from '../kit/schema.ts';
import { poll } from './poll.ts';

export const turnoutRow = z.object({
  unitId: idSchema.nullable(),
  unitCode: z.string().nullable(),
  people: z.array(z.object({ name: z.string().nullable(), at: z.iso.datetime() })),
});
export const turnoutBlock = z.object({
  blockId: idSchema.nullable(),
  name: z.string().nullable(),
  entitled: z.int(),
  voted: z.int(),
});

export const pollTurnout = contract({
  method: 'get',
  path: '/poll/:id/turnout',
  summary: 'Who has voted in a poll, by home; of an anonymous one how many, by block',
  module: poll.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject(paging),
  answer: z.object({
    voted: z.int(),
    entitled: z.int(),
    blocks: z.array(turnoutBlock).nullable(),
    units: z.array(turnoutRow).nullable(),
  }),
});

export const pollResults = contract({
  method: 'get',
  path: '/poll/:id/results',
  summary: 'How a poll stands; without its options where they are not shown yet',
  module: poll.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    /** Number of people, or units, that have voted and that may vote. */
    voted: z.int(),
    entitled: z.int(),
    /** Absent while hidden from the caller. */
    options: z.array(z.object({ id: z.string(), votes: z.int(), percent: z.number() })).optional(),
  }),
});

export const ownPollVote = contract({
  method: 'get',
  path: '/poll/:id/vote',
  summary: 'What the caller has chosen in a poll',
  module: poll.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    optionIds: z.array(z.string()),
    /** First voter of the unit, where it may be shown. */
    by: z.string().nullable(),
  }),
});

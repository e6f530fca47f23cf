import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { CONFERENCE } from './conference.ts';

export const ownVotes = contract({
  method: 'get',
  path: '/vote-sheet/:id/mine',
  summary: 'Which of the units that the caller may vote for have done so; staff see all, never what was chosen',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ conferenceUnitId: z.string(), cast: z.boolean(), channel: z.string().nullable() })),
});

export const keyedBallots = contract({
  method: 'get',
  path: '/vote-sheet/:id/keyed',
  summary: 'How far the papers of a sheet are keyed in',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ issued: z.int(), once: z.int(), different: z.int(), agreed: z.int() }),
});

const answersSchema = z.array(z.int().min(0).max(5)).max(10);

export const sendBallot = contract({
  method: 'post',
  path: '/vote-sheet/:id/ballot',
  summary: 'Cast the ballot of a unit; it is final, and nothing ties it to the unit',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    answers: answersSchema,
    // 32 random bytes in hexadecimal, known only to the voter's device.
    nonce: z.string().max(64),
    conferenceUnitId: idSchema.optional(),
  }),
  answer: z.object({ receipt: z.string() }),
});

export const openVotes = contract({
  method: 'get',
  path: '/vote-sheet/:id/ballots',
  summary: 'What each unit chose in an open vote, once it is counted; of a secret vote there is no such list',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ conferenceUnitId: z.string(), answers: z.array(z.int()) })),
});

export const keyBallot = contract({
  method: 'put',
  path: '/vote-sheet/:id/key-paper',
  summary: 'Key in a paper by its serial; a second person keys it in as well, and a third where they differ',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  body: z.strictObject({
    serial: z.string().min(1).max(20),
    answers: answersSchema.optional(),
    spoilt: z.boolean().optional(),
  }),
  answer: z.object({ keyed: z.int() }),
});

export const ballotReceipts = contract({
  method: 'get',
  path: '/vote-sheet/:id/receipts',
  summary: 'The receipts of all ballots that were counted, in the order of their digits',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.string()),
});

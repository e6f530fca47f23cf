import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { CONFERENCE } from './conference.ts';

export const unansweredHomes = contract({
  method: 'get',
  path: '/conference-survey/:id/unanswered',
  summary: 'Units of the meeting that have not answered a survey',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ id: z.string(), unitId: z.string(), ownerId: z.string().nullable() })),
});

const option = z.object({ n: z.int(), text: z.string(), units: z.int(), percent: z.number(), weight: z.number() });
const question = z.object({
  n: z.int(),
  text: z.string(),
  kind: z.string(),
  answered: z.int(),
  options: z.array(option),
  mean: z.number().nullable(),
  texts: z.array(z.string()),
});

export const resultOfSurvey = contract({
  method: 'get',
  path: '/conference-survey/:id/result',
  summary: 'How a survey stands, in units and votes; of an anonymous one nothing until there are enough sheets',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({ blockId: idSchema.optional() }),
  answer: z.object({ sheets: z.int(), hidden: z.boolean(), questions: z.array(question), silent: z.boolean() }),
});

export const ownSurveyAnswer = contract({
  method: 'get',
  path: '/conference-survey/:id/mine',
  summary: 'Whether the unit of the caller has answered a survey; of one that is not anonymous what, who and when',
  module: CONFERENCE,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    answered: z.boolean(),
    by: z.string().nullable(),
    at: z.string().nullable(),
    values: z.array(
      z.object({
        question: z.int(),
        choices: z.array(z.int()),
        number: z.number().nullable(),
        words: z.string().nullable(),
      }),
    ),
  }),
});

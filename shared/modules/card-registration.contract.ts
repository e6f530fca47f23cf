import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { cardRegistration } from './card-registration.ts';

const values = z.record(z.string(), z.unknown());

export const registrationOutcome = contract({
  method: 'get',
  path: '/card-registration/:id/outcome',
  summary: 'What completing a form will change of cards and vehicles',
  module: cardRegistration.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    /** Why the form could not be completed now: no card chosen yet, or the data has changed. */
    refused: z.string().nullable(),
    changes: z.array(
      z.object({
        entity: z.string(),
        id: z.string(),
        title: z.string(),
        action: z.string(),
        before: values.nullable(),
        after: values,
      }),
    ),
    /** The form that issued the card, if its deposit is still held. */
    held: z.object({ id: z.string(), code: z.string(), amount: z.int() }).nullable(),
  }),
});

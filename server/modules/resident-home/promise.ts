import { idSchema } from '@lobby/shared/kit/schema.ts';
import { ticket } from '@lobby/shared/modules/ticket.ts';
import { z } from 'zod';
import { route } from '../../kit/http/route.ts';
import { findLevel } from '../ticket/index.ts';

/** Promised answer time of a ticket type, at its default priority. */
export const promiseRoute = route({
  method: 'get',
  path: '/resident/answer-promise',
  summary:
    'In how many minutes a request of a type is answered by what the building promises; null where it promises nothing',
  module: ticket.code,
  staff: false,
  residents: true,
  query: z.strictObject({ typeId: idSchema.optional() }),
  answer: z.object({ minutes: z.int().nullable() }),
  async run({ projectId }, { query: { typeId } }) {
    const level = await findLevel(projectId, typeId ?? null, ticket.fields.priority.initial);
    return { minutes: level?.firstAnswerMinutes ?? null };
  },
});

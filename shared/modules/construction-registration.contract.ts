import { z } from 'zod';
import { recordSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { constructionRegistration } from './construction-registration.ts';

const day = z.string().refine(isDay);

export const worksCalendar = contract({
  method: 'get',
  path: '/construction-registration/calendar',
  summary: 'Works in units, by day',
  module: constructionRegistration.code,
  query: z.strictObject({ from: day, to: day }),
  answer: () => z.object({ rows: z.array(recordSchema(constructionRegistration, 'row')) }),
});

import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { news } from './news.ts';

export const newsReach = contract({
  method: 'get',
  path: '/news/:id/reach',
  summary: 'How many units and people an article is for',
  module: news.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({ units: z.int(), people: z.int() }),
});

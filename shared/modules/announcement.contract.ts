import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { announcement } from './announcement.ts';
import { reachShape } from './announcement-reach.ts';

export const announcementReach = contract({
  method: 'get',
  path: '/announcement/:id/recipients',
  summary: 'How many an announcement reaches by each way',
  module: announcement.code,
  params: z.strictObject({ id: idSchema }),
  answer: reachShape,
});

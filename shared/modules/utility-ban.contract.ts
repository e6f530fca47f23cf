import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { utilityBan } from './utility-ban.ts';

export const standingBans = contract({
  method: 'get',
  path: '/utility-ban/standing',
  summary: 'How often a household did not come, by amenity, and until when it may not book',
  module: utilityBan.code,
  query: z.strictObject({ unitId: idSchema.optional() }),
  answer: z.array(
    z.object({
      utilityId: idSchema,
      groupId: z.string().nullable(),
      name: z.string(),
      noShows: z.int(),
      limit: z.int().nullable(),
      windowDays: z.int(),
      until: z.string().nullable(),
    }),
  ),
});

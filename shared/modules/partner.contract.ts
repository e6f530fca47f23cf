import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../kit/paging.ts';
import { idSchema } from '../kit/schema.ts';
import { partner } from './partner.ts';

const work = z.object({
  id: idSchema,
  code: z.string(),
  title: z.string(),
  kind: z.string(),
  status: z.string(),
  scheduledDate: z.string(),
  completedOn: z.string().nullable(),
  rating: z.int().nullable(),
});

export const partnerWorks = contract({
  method: 'get',
  path: '/partner/:id/works',
  summary: 'Works given to a partner: open ones first, then the latest',
  module: partner.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
    kind: z.enum(['MAINTENANCE', 'DEFECT']).default('MAINTENANCE'),
  }),
  answer: z.array(work),
});

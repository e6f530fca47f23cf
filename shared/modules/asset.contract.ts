import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { asset } from './asset.ts';

const line = z.string().nullable();

export const assetPage = contract({
  method: 'get',
  path: '/q/:token',
  summary: 'What stands on a thing that carries a code: what and where it is, and how its upkeep stands',
  module: asset.code,
  params: z.strictObject({ token: z.string().max(100) }),
  answer: z.object({
    id: z.string(),
    projectId: z.string(),
    project: z.string(),
    hotline: line,
    name: z.string(),
    code: z.string(),
    status: z.string(),
    place: line,
    lastMaintenanceDate: line,
    nextMaintenanceDate: line,
    dueStatus: z.string(),
    /** Path of its record in the back office. */
    page: z.string(),
    /** Reported faults that are not resolved yet. */
    faults: z.array(z.object({ id: z.string(), text: z.string(), count: z.int(), at: z.string() })),
  }),
});

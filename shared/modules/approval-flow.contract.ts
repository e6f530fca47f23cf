import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import { approvalFlow } from './approval-flow.ts';

/** A form and the approval step that it waits for. */
export const waitingForm = z.object({
  module: z.string(),
  id: z.string(),
  code: z.string(),
  title: z.string(),
  unitCode: z.string().nullable(),
  stepName: z.string(),
  dueAt: z.iso.datetime().nullable(),
  overdue: z.boolean(),
});

export const flowProgress = contract({
  method: 'get',
  path: '/approval-flow/:id/progress',
  summary: 'The forms that are in a flow, and the average hours of each of its steps over the last 90 days',
  module: approvalFlow.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.object({
    /** Current steps of the flow with the average hours from request to answer; null without answers. */
    steps: z.array(z.object({ stepName: z.string(), hours: z.number().nullable(), count: z.int() })),
    /** Forms in the flow that the caller may read, earliest due first. */
    forms: z.array(waitingForm),
  }),
});

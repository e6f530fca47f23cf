import { z } from 'zod';
import { contract } from './contract.ts';
import type { Topic } from './notification-topics.ts';
import { TOPICS } from './notification-topics.ts';
import { ALL_PUSH_TYPES } from './push-types.ts';
import { many, paging } from './query-schema.ts';
import { idSchema } from './schema.ts';

export const notificationSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  type: z.string(),
  kind: z.string(),
  topic: z.string().nullable(),
  urgent: z.boolean(),
  module: z.string(),
  entityId: z.string(),
  title: z.string(),
  body: z.string(),
  /** Unit and matter of its record, if known; null for residents. */
  unit: z.string().nullable(),
  matter: z.string().nullable(),
  /** Page that it opens. */
  url: z.string(),
  /** Null for the system, or staff whose names residents do not see. */
  by: z.object({ id: z.string(), name: z.string() }).nullable(),
  at: z.string(),
  /** Number of merged notifications. */
  count: z.int(),
  viewedAt: z.string().nullable(),
  readAt: z.string().nullable(),
});

const instant = z.iso.datetime({ offset: true });
export const notificationFilter = z.strictObject({
  read: z.enum(['true', 'false']).optional(),
  module: many(z.string().max(60)).optional(),
  type: many(z.enum(ALL_PUSH_TYPES)).optional(),
  topic: many(z.enum(Object.keys(TOPICS) as [Topic, ...Topic[]])).optional(),
  entityId: many(idSchema).optional(),
  at: z.strictObject({ from: instant.optional(), to: instant.optional() }).optional(),
});

export const notificationList = contract({
  method: 'get',
  path: '/histories/pms',
  summary: 'What the caller was told of in the project, newest first',
  module: 'NOTIFICATION',
  query: z.strictObject({ ...paging, filter: notificationFilter.default({}) }),
  answer: z.array(notificationSchema),
});

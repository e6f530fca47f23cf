import { z } from 'zod';
import { contract } from './contract.ts';

export const installationSchema = z.object({
  id: z.string(),
  name: z.string(),
  surface: z.enum(['STAFF', 'RESIDENT']),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  lastSentAt: z.string().nullable(),
  current: z.boolean(),
});

export const installationList = contract({
  method: 'get',
  path: '/installations',
  summary: "The caller's own browsers that get pushes",
  module: 'NOTIFICATION',
  answer: z.array(installationSchema),
});

export const pushKey = contract({
  method: 'get',
  path: '/installations/vapid-key',
  summary: 'The public key with which a browser subscribes to pushes (VAPID)',
  module: 'NOTIFICATION',
  answer: z.object({ publicKey: z.string() }),
});

export const addInstallation = contract({
  method: 'post',
  path: '/installations',
  summary:
    'Send pushes to this browser; its earlier user gets none there any more. 201 for a new one, 200 where it was known',
  module: 'NOTIFICATION',
  body: z.strictObject({ deviceToken: z.string().min(1).max(4000), deviceType: z.literal('browser') }),
  answer: z.object({ id: z.string() }),
});

import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import type { EventRow } from '../../kit/store/events.ts';
import { installations } from './push-queue.ts';

const base64url = (bytes: number) =>
  z.string().refine(value => /^[\w-]+=*$/.test(value) && Buffer.from(value, 'base64url').length === bytes, 'INVALID');
const subscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https$/ }).max(1000),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});

let settings = { publicKey: '', local: false };
/** Sets the public key that browsers subscribe with; `local`: push services on this machine are allowed, as in tests. */
export function useInstallations(next: typeof settings): void {
  settings = next;
}

const digestOf = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url');

/** Pushes go to services of the internet: an address within our own network would make this server a way into it. */
function isOutside(endpoint: string): boolean {
  const { hostname, protocol } = new URL(endpoint);
  if (settings.local && hostname === '127.0.0.1') return true;
  return (
    protocol === 'https:' && hostname.includes('.') && isIP(hostname) === 0 && !/\.(local|internal|lan)$/.test(hostname)
  );
}

/** The subscription that `deviceToken` holds as JSON; a fault at the field where it is none. */
function readToken(deviceToken: string): z.infer<typeof subscriptionSchema> {
  let value: unknown;
  try {
    value = JSON.parse(deviceToken);
  } catch {
    value = null;
  }
  const schema = settings.local ? subscriptionSchema.extend({ endpoint: z.url().max(1000) }) : subscriptionSchema;
  const read = schema.safeParse(value);
  if (!read.success || !isOutside(read.data.endpoint)) return failFields({ deviceToken: { code: 'INVALID' } });
  return read.data;
}

const deviceToken = z.string().min(1).max(3000);

/** The browsers that show pushes (api.md, Push). */
export const installationRoutes: Route[] = [
  route({
    method: 'get',
    path: '/installations/key',
    module: 'NOTIFICATION',
    audience: 'user',
    summary: 'The public key with which a browser subscribes to pushes (VAPID)',
    answer: z.object({ publicKey: z.string() }),
    run: async () => ({ publicKey: settings.publicKey }),
  }),
  route({
    method: 'post',
    path: '/installations',
    module: 'NOTIFICATION',
    audience: 'user',
    summary: 'Send pushes to this browser; its earlier user gets none there any more',
    body: z.strictObject({ deviceToken, deviceType: z.literal('browser') }),
    answer: z.object({ id: z.string() }),
    async run(ctx, { body }) {
      const subscription = readToken(body.deviceToken);
      const _id = digestOf(subscription.endpoint);
      const { userId, sessionId, language, now: at } = ctx;
      await installations().replaceOne({ _id }, { userId, sessionId, subscription, language, at }, { upsert: true });
      return { id: _id };
    },
  }),
  route({
    method: 'delete',
    path: '/installations/:id',
    module: 'NOTIFICATION',
    audience: 'user',
    summary: 'Send no more pushes to a browser of the caller',
    params: z.strictObject({ id: z.string().regex(/^[\w-]{43}$/) }),
    answer: z.null(),
    async run(ctx, { params }) {
      await installations().deleteOne({ _id: params.id, userId: ctx.userId });
      return null;
    },
  }),
];

/** Where a session has ended, nobody gets its pushes any more. */
export async function forgetInstallations({ action, entityId }: Pick<EventRow, 'action' | 'entityId'>): Promise<void> {
  if (action === 'end' && entityId) await installations().deleteMany({ sessionId: entityId });
}

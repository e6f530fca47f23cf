import {
  addInstallation,
  installationList,
  type installationSchema,
  pushKey,
} from '@lobby/shared/kit/push.contract.ts';
import { z } from 'zod';
import type { Ctx } from '../../../kit/base/context.ts';
import { fail, failFields } from '../../../kit/base/errors.ts';
import { transaction } from '../../../kit/database/database.ts';
import { type Route, route } from '../../../kit/http/route.ts';
import { limit } from '../../accounts/limits.ts';
import { browserName, dropInstallation, type Installation, installations, keepInstallation } from './devices.ts';
import { isPushService, leadsInside } from './endpoint.ts';
import { putPushes } from './push-queue.ts';

const base64url = (bytes: number) =>
  z.string().refine(value => /^[\w-]+=*$/.test(value) && Buffer.from(value, 'base64url').length === bytes, 'INVALID');
const subscriptionSchema = z.object({
  endpoint: z.string().max(2000).refine(isPushService, 'INVALID'),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
type Subscription = z.infer<typeof subscriptionSchema>;

let publicKey = '';
/** Sets the VAPID public key for subscriptions. */
export function configureInstallations(key: string): void {
  publicKey = key;
}

const refuse = () => failFields({ deviceToken: { code: 'PUSH_TOKEN_INVALID' } }, 'PUSH_TOKEN_INVALID');

/** Parses the subscription in `deviceToken`; refuses an invalid one at its field. */
async function readToken(deviceToken: string): Promise<Subscription> {
  let value: unknown;
  try {
    value = JSON.parse(deviceToken);
  } catch {
    value = null;
  }
  const read = subscriptionSchema.safeParse(value);
  if (!read.success || (await leadsInside(read.data.endpoint))) return refuse();
  return read.data;
}

const deviceIdOf = (header: string | undefined) => (z.uuid().safeParse(header).success ? String(header) : null);

const shown = (
  installation: Installation,
  { sessionId }: Ctx,
  deviceId: string | null,
): z.infer<typeof installationSchema> => ({
  id: installation._id,
  name: installation.name,
  surface: installation.surface,
  createdAt: installation.createdAt.toISOString(),
  lastSeenAt: installation.lastSeenAt.toISOString(),
  lastSentAt: installation.lastSentAt?.toISOString() ?? null,
  current: deviceId ? installation.deviceId === deviceId : installation.sessionId === sessionId,
});

const common = { module: 'NOTIFICATION', audience: 'user' } as const;
const id = z.strictObject({ id: z.string().regex(/^[\w-]{43}$/) });

/** Browsers that get push messages (api.md, Push). */
export const installationRoutes: Route[] = [
  route(installationList, {
    audience: 'user',
    async run(ctx, { req }) {
      const deviceId = deviceIdOf(req.header('X-Device-Id'));
      const rows = await installations().find({ userId: ctx.userId }).sort({ lastSeenAt: -1 }).limit(20).toArray();
      return rows.map(row => shown(row, ctx, deviceId));
    },
  }),
  route(pushKey, {
    audience: 'user',
    run: async () => ({ publicKey }),
  }),
  route(addInstallation, {
    audience: 'user',
    status: 201,
    async run(ctx, { body, req, res }) {
      await limit('installation', ctx.userId);
      const subscription = await readToken(body.deviceToken);
      const device = {
        subscription,
        deviceId: deviceIdOf(req.header('X-Device-Id')),
        name: browserName(req.header('User-Agent')),
      };
      const stored = await transaction(session => keepInstallation(ctx, device, session));
      res.locals.found = !stored.isNew;
      return { id: stored.id };
    },
  }),
  route({
    ...common,
    method: 'post',
    path: '/installations/test',
    summary: "A test push to the caller's own browsers",
    answer: z.null(),
    async run(ctx) {
      const { userId, now: at } = ctx;
      if (!(await installations().findOne({ userId }, { projection: { _id: 1 } }))) fail('PUSH_OFF');
      await limit('testPush', userId);
      const push = { _id: `${userId}/test`, userId, projectId: '', notificationId: null, at };
      await transaction(session => putPushes([push], session));
      return null;
    },
  }),
  route({
    ...common,
    method: 'delete',
    path: '/installations/:id',
    summary: 'Send no more pushes to a browser of the caller',
    params: id,
    answer: z.null(),
    async run(ctx, { params }) {
      await transaction(session => dropInstallation(ctx, params.id, session));
      return null;
    },
  }),
];

import { z } from 'zod';
import type { Actor } from '../kit/context.ts';
import { db } from '../kit/database.ts';
import { fail } from '../kit/fail.ts';
import { type Route, route } from '../kit/route.ts';
import { readAccess } from './sessions.ts';
import { INSTALLATION, storeSetting } from './settings.ts';
import { passesMaintenance } from './support.ts';

/** The state of the whole installation: off, or on with what people are told and when it ends. */
export interface Maintenance {
  on: boolean;
  /** In the words of whoever switched it on; the page has its own without it. */
  message: string;
  until: Date | null;
}
type Stored = Maintenance & { _id: string; version: number };

const OFF: Maintenance = { on: false, message: '', until: null };
const ID = 'maintenance';
const marks = () => db().collection<Stored>('installation');

let now: Maintenance = OFF;

/** Reads the state: at start, and when it was switched at any server. */
export async function loadMaintenance(): Promise<void> {
  const found = await marks().findOne({ _id: ID });
  now = found ? { on: found.on, message: found.message, until: found.until } : OFF;
}

/** Whether it is on, as far as this server has heard. */
export const inMaintenance = (): boolean => now.on;

/** Switches maintenance on or off, at every server at once. */
export async function switchMaintenance(next: Maintenance, actor: Actor, at: Date): Promise<void> {
  const before = await marks().findOne({ _id: ID });
  const version = (before?.version ?? 0) + 1;
  const setting = { projectId: '', entity: 'maintenance', entityId: ID, actor, now: at, version } as const;
  await storeSetting(
    { ...setting, action: next.on ? 'on' : 'off', before: before && { on: before.on }, after: { ...next } },
    async session => {
      await marks().updateOne({ _id: ID }, { $set: { ...next, version } }, { upsert: true, session });
    },
  );
  now = next;
}

/** What stays open: who is let in has to be able to sign in, and everybody may ask what is going on. */
const OPEN = new Set(['/auth/login', '/auth/refresh', '/auth/logout', '/check-maintenance']);

/** While in maintenance: 503 for everybody but support and internal admins. */
export async function refuseInMaintenance(asked: Route, userId: string | null): Promise<void> {
  if (!now.on || OPEN.has(asked.path)) return;
  // Signed links of files, the white label, its words: nothing is changed by reading these.
  if (asked.audience === 'public' && asked.method === 'get') return;
  if (userId && (await passesMaintenance(userId))) return;
  fail('MAINTENANCE', { until: now.until?.toISOString() ?? null, message: now.message });
}

export const maintenanceRoutes: Route[] = [
  route({
    method: 'get',
    path: '/check-maintenance',
    summary: 'Whether the product is in maintenance, and whether the caller works on',
    module: INSTALLATION,
    audience: 'public',
    answer: z.object({
      maintenance: z.boolean(),
      message: z.string(),
      until: z.iso.datetime().nullable(),
      passes: z.boolean(),
    }),
    async run(_ctx, { req }) {
      // Not what this server remembers: another one may have switched it this moment.
      await loadMaintenance();
      const token = /^Bearer (\S+)$/.exec(req.get('Authorization') ?? '')?.[1];
      const who = token && now.on ? await readAccess(token).catch(() => null) : null;
      return {
        maintenance: now.on,
        message: now.message,
        until: now.until?.toISOString() ?? null,
        passes: !now.on || (who !== null && (await passesMaintenance(who.userId))),
      };
    },
  }),
];

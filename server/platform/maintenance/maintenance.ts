import { textInput } from '@lobby/shared/kit/schema.ts';
import { MongoServerError } from 'mongodb';
import { z } from 'zod';
import type { Actor } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { clockMs } from '../../kit/database/clock.ts';
import { db } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { events } from '../../kit/store/events.ts';
import { VersionConflict } from '../../kit/store/save.ts';
import { isInstallationAdmin } from '../auth/rights/installation-admins.ts';
import { passesMaintenance } from '../auth/rights/support.ts';
import { readAccess } from '../auth/sessions.ts';
import { INSTALLATION, storeSetting } from '../settings/settings.ts';

/** Maintenance state of the installation: off, or on with a message and an end. */
export interface Maintenance {
  on: boolean;
  /** Written by whoever switched it on; the page has a default text. */
  message: string;
  until: Date | null;
  /** Announced start; without it maintenance starts at once. */
  from?: Date | null;
}
type StoredMaintenance = Maintenance & { _id: string; version: number };

const OFF: Maintenance = { on: false, message: '', until: null };
const ID = 'maintenance';
const marks = () => db().collection<StoredMaintenance>('installation');
let now: Maintenance & { version: number } = { ...OFF, version: 0 };

/** Loads the state, at start and after a change on any server. */
export async function loadMaintenance(): Promise<void> {
  const mark = await marks().findOne({ _id: ID });
  now = mark ? { ...stateOf(mark), version: mark.version } : { ...OFF, version: 0 };
}

const stateOf = ({ on, message, until, from }: StoredMaintenance): Maintenance => ({
  on,
  message,
  until,
  from: from ?? null,
});

/** Whether maintenance is on, as far as this server knows. */
export const inMaintenance = (): boolean => now.on && (!now.from || now.from.getTime() <= clockMs());

/** Whether maintenance is on or announced, so that pages have to ask for details. */
export const isPlanned = (): boolean => now.on;

/** Refuses a change based on an outdated version, with the current state. */
async function failStale(): Promise<never> {
  await loadMaintenance();
  const last = await events().findOne({ projectId: '', entityId: ID, entity: 'maintenance' }, { sort: { ts: -1 } });
  return fail('DATA_STALE', { current: { ...now, by: last?.actor.name ?? '' } });
}

/** Switches maintenance on or off on all servers. Refuses an outdated version if one is given. */
export async function switchMaintenance(next: Maintenance, actor: Actor, at: Date, based?: number): Promise<void> {
  const before = await marks().findOne({ _id: ID });
  const held = before?.version ?? 0;
  if (based !== undefined && based !== held) await failStale();
  const version = held + 1;
  const setting = { projectId: '', entity: 'maintenance', entityId: ID, actor, now: at, version } as const;
  const was = before && { ...stateOf(before) };
  const done = await storeSetting(
    { ...setting, action: next.on ? 'on' : 'off', before: was, after: { ...next } },
    async session => {
      const set = { $set: { ...next, version } };
      const options = { upsert: held === 0, session };
      const { matchedCount, upsertedCount } = await marks().updateOne({ _id: ID, version: held }, set, options);
      if (matchedCount + upsertedCount === 0) throw new VersionConflict();
    },
  ).then(
    () => true,
    error => {
      if (error instanceof VersionConflict || (error instanceof MongoServerError && error.code === 11000)) return false;
      throw error;
    },
  );
  if (!done) await failStale();
  now = { ...next, version };
}

/** Routes that stay available: people who may work need to sign in, and everybody may ask for the state. */
const OPEN = new Set(['/auth/login', '/auth/refresh', '/auth/logout', '/check-maintenance']);

/** During maintenance answers 503 to everybody except support and internal admins. */
export async function assertNotInMaintenance(target: Route, userId: string | null): Promise<void> {
  if (!inMaintenance() || OPEN.has(target.path)) return;
  // Public reads are allowed: signed file links, white label, wording.
  if (target.audience === 'public' && target.method === 'get') return;
  if (userId && (await passesMaintenance(userId))) return;
  fail('MAINTENANCE', { until: now.until?.toISOString() ?? null, message: now.message });
}

const instant = z.iso.datetime({ offset: true, error: 'DATE_INVALID' }).nullable();

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
      /** When announced maintenance starts. */
      from: z.iso.datetime().nullable(),
      passes: z.boolean(),
      /** Version that a change must be based on. */
      version: z.int(),
    }),
    async run(_ctx, { req }) {
      // Loaded anew, because another server may just have changed it.
      await loadMaintenance();
      const token = /^Bearer (\S+)$/.exec(req.get('Authorization') ?? '')?.[1];
      const on = inMaintenance();
      const who = token && on ? await readAccess(token).catch(() => null) : null;
      return {
        maintenance: on,
        message: now.message,
        until: now.until?.toISOString() ?? null,
        from: now.on ? (now.from?.toISOString() ?? null) : null,
        passes: !on || (who !== null && (await passesMaintenance(who.userId))),
        version: now.version,
      };
    },
  }),
  route({
    method: 'put',
    path: '/maintenance',
    summary: 'Announce maintenance, switch it on or off, for everybody at once: who keeps the installation',
    module: INSTALLATION,
    audience: 'user',
    residents: false,
    body: z.strictObject({
      on: z.boolean(),
      message: textInput(300, 0, true),
      from: instant,
      until: instant,
      version: z.int().min(0).max(1_000_000_000),
    }),
    answer: z.object({ on: z.boolean() }),
    async run(ctx, { body: { on, message, from, until, version } }) {
      if (!(await isInstallationAdmin(ctx.userId))) fail('KEEPER_ONLY');
      const [begins, ends] = [from ? new Date(from) : null, until ? new Date(until) : null];
      if (on && ends && ends.getTime() <= Math.max(ctx.now.getTime(), begins?.getTime() ?? 0))
        failFields({ until: { code: 'DATES_REVERSED' } });
      const next = on ? { on, message, from: begins, until: ends } : { ...OFF, from: null };
      await switchMaintenance(next, ctx.actor, ctx.now, version);
      return { on };
    },
  }),
];

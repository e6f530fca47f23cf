import type { FieldErrors } from '@lobby/shared/kit/errors.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { failFields } from '../../kit/base/errors.ts';
import { type Collection, db, transaction } from '../../kit/database/database.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { type EventRow, writeEvents } from '../../kit/store/events.ts';

interface Preference {
  /** `<user id>/<key>` */
  _id: string;
  userId: string;
  key: string;
  /** JSON text, so that users' input never becomes a field name in the database. */
  value: string;
  at: Date;
}

export const preferenceCollection: Collection = { name: 'preferences', indexes: [{ key: { userId: 1 } }] };
const preferences = () => db().collection<Preference>(preferenceCollection.name);

/** Module of events that tell all servers, and by them the user's clients, about changed preferences. */
export const PREFERENCES = 'PREFERENCES';
const LIMIT = { keys: 300, atOnce: 50, letters: 8000 };

const KEY = /^[a-z][A-Za-z0-9]{0,39}(\/[\w-]{1,40}){0,2}$/;
const values = z.record(z.string().regex(KEY, 'INVALID'), z.unknown());

/** Keys with their new values as JSON; refuses values that are too large at their key. */
function textsOf(choices: Record<string, unknown>): [string, string][] {
  const entries = Object.entries(choices);
  if (entries.length > LIMIT.atOnce) failFields({ '': { code: 'TOO_MANY', params: { max: LIMIT.atOnce } } });
  const errors: FieldErrors = {};
  const texts = entries.map(([key, value]): [string, string] => {
    const text = textOf(value);
    if (text.length > LIMIT.letters) errors[key] = { code: 'TOO_LONG', params: { max: LIMIT.letters } };
    return [key, text];
  });
  if (Object.keys(errors).length > 0) failFields(errors);
  return texts;
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Nested too deeply to be serialized: treated as too long.
    return ' '.repeat(LIMIT.letters + 1);
  }
}

async function keep(ctx: Ctx, texts: readonly [string, string][]): Promise<void> {
  const { userId, now } = ctx;
  const others = await preferences().countDocuments({ userId, key: { $nin: texts.map(([key]) => key) } });
  if (others + texts.length > LIMIT.keys) failFields({ '': { code: 'TOO_MANY', params: { max: LIMIT.keys } } });
  const event = {
    at: now,
    projectId: '',
    module: PREFERENCES,
    entity: 'preferences',
    entityId: null,
    action: 'update',
    // The user, independent of the project.
    actor: { ...ctx.actor, id: userId },
    before: null,
    after: { values: texts },
    version: 1,
    row: null,
  };
  await transaction(async session => {
    for (const [key, value] of texts) {
      const _id = `${userId}/${key}`;
      if (value === 'null') await preferences().deleteOne({ _id }, { session });
      else await preferences().replaceOne({ _id }, { userId, key, value, at: now }, { upsert: true, session });
    }
    await writeEvents([event], session);
  });
}

/** User and values of an event of preferences; null for other events. */
export function changedPreferences(
  row: Pick<EventRow, 'module' | 'actor' | 'after'>,
): { userId: string; values: Record<string, unknown> } | null {
  if (row.module !== PREFERENCES || !Array.isArray(row.after?.values)) return null;
  const entries = row.after.values.map(([key, text]: [string, string]) => [key, JSON.parse(text)]);
  return { userId: row.actor.id, values: Object.fromEntries(entries) };
}

/** A user's preference by key; null if not set. */
export async function loadPreference(userId: string, key: string): Promise<unknown> {
  const row = await preferences().findOne({ _id: `${userId}/${key}` });
  return row && JSON.parse(row.value);
}

/** Stores preferences of the caller, and tells their other clients. */
export async function choose(ctx: Ctx, choices: Record<string, unknown>): Promise<void> {
  const texts = textsOf(choices);
  if (texts.length > 0) await keep(ctx, texts);
}

/** Preferences of a user (columns, density, theme) on all devices: small JSON values by key. */
export const preferenceRoutes: Route[] = [
  route({
    method: 'get',
    path: '/preferences',
    batch: true,
    summary: 'What the caller has chosen for themselves, by key',
    module: 'AUTH',
    audience: 'user',
    answer: z.record(z.string(), z.unknown()),
    async run(ctx) {
      const rows = await preferences().find({ userId: ctx.userId }).limit(LIMIT.keys).toArray();
      return Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
    },
  }),
  route({
    method: 'put',
    path: '/preferences',
    summary: 'Choose values by key; null takes a choice back. The caller’s other tabs and devices are told',
    module: 'AUTH',
    audience: 'user',
    body: values,
    answer: z.null(),
    async run(ctx, { body }) {
      await choose(ctx, body);
    },
  }),
];

import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoServerError } from 'mongodb';
import type { Ctx, Once } from '../base/context.ts';
import { fail, Refusal } from '../base/errors.ts';
import { type Collection, db, type Session } from '../database/database.ts';

interface KeyRow {
  _id: string;
  hash: string;
  answer: unknown;
  at: Date;
}

export const onceCollection: Collection = {
  name: 'idempotency_keys',
  indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: 86_400 } }],
};

const keys = () => db().collection<KeyRow>(onceCollection.name);

/** Another request holds or has used this Idempotency-Key. */
export class KeyTaken extends Error {}

const WRITE_CONFLICT = 112;
const DUPLICATE = 11000;

/** First statement of a write's transaction: stores the key with the answer for repeated requests. Throws `KeyTaken`. */
export async function takeKey(once: Once, answer: unknown, at: Date, session: Session): Promise<void> {
  try {
    await keys().insertOne({ _id: once.id, hash: once.hash, answer, at }, { session });
  } catch (error) {
    if (error instanceof MongoServerError && (error.code === WRITE_CONFLICT || error.code === DUPLICATE))
      throw new KeyTaken();
    throw error;
  }
}

const sha = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The scope of a key is user, project and route (api.md, Idempotency). */
export function onceOf(key: string, scope: string, body: unknown): Once {
  return { id: sha(`${scope}|${key}`), hash: sha(JSON.stringify(body) ?? '') };
}

/** The answer to an earlier call with this key. Refuses with `IDEMPOTENCY_KEY_REUSED` if that call had other input. */
export async function stored(once: Once): Promise<{ answer: unknown } | null> {
  const row = await keys().findOne({ _id: once.id });
  if (row && row.hash !== once.hash) fail('IDEMPOTENCY_KEY_REUSED');
  return row && { answer: row.answer };
}

/** Stores the answer of work in several transactions, each of which is idempotent. The first answer stays. */
export async function keepAnswer(once: Once, answer: unknown, at: Date): Promise<void> {
  await keys().updateOne({ _id: once.id }, { $setOnInsert: { hash: once.hash, answer, at } }, { upsert: true });
}

const inFlight = new Map<string, Promise<unknown>>();

/**
 * Runs a write once per key. A concurrent repeat waits for the first and gets its answer, or that of `again` if none was
 * stored. Refusals are not stored.
 */
export async function runOnce(
  ctx: Ctx,
  run: () => Promise<unknown>,
  again: () => Promise<unknown> = async () => null,
): Promise<unknown> {
  const once = ctx.once;
  if (!once) return run();
  const first = inFlight.get(once.id);
  if (first) {
    await first.catch(() => undefined);
    const row = await stored(once);
    if (row) return row.answer ?? again();
  }
  const attempt = tryOnce(ctx, once, run, again);
  inFlight.set(once.id, attempt);
  try {
    return await attempt;
  } finally {
    if (inFlight.get(once.id) === attempt) inFlight.delete(once.id);
  }
}

async function tryOnce(
  ctx: Ctx,
  once: Once,
  run: () => Promise<unknown>,
  again: () => Promise<unknown>,
): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      ctx.once = once;
      return await run();
    } catch (error) {
      // A repeat may be refused because of what the first call created (such as a name), so the stored answer is looked up
      // first.
      const repeated = error instanceof KeyTaken || error instanceof Refusal;
      const row = repeated ? await stored(once) : null;
      if (row) return row.answer ?? again();
      if (!(error instanceof KeyTaken)) throw error;
      if (tries >= 100) fail('DATABASE_UNAVAILABLE');
      // The first call is still running on another server, and commits or aborts within moments.
      await wait(50);
    }
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import { HOUR_MS } from '@lobby/shared/kit/dates.ts';
import type { Language } from '@lobby/shared/kit/languages.ts';
import type { SessionEnd } from '@lobby/shared/kit/signed-in.ts';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { fail } from '../../kit/base/errors.ts';
import { clockMs, clockNow } from '../../kit/database/clock.ts';
import { type Collection, db, newId, type Session as Transaction, transaction } from '../../kit/database/database.ts';
import { type NewEvent, writeEvents } from '../../kit/store/events.ts';
import { type User, users } from './users.ts';

/** Origin of the last request of a session. */
export interface Origin {
  /** User agent, truncated. */
  agent: string;
  address: string;
}

interface Session extends Partial<Origin> {
  _id: string;
  userId: string;
  kind: User['kind'];
  name: string;
  /** Number of the current refresh token; the previous one stays valid for a moment. */
  turn: number;
  turnedAt: Date;
  /** When recent tokens were replaced, newest last. */
  replaced?: { turn: number; at: Date; agent: string; address: string }[];
  expiresAt: Date;
  endedAt: Date | null;
  /** Why it was ended before its time. */
  endedBy?: SessionEnd;
  begunAt?: Date;
}

export type SignedIn = Pick<Session, '_id' | 'userId' | 'kind' | 'name'>;

export const sessionCollection: Collection = {
  name: 'sessions',
  indexes: [{ key: { userId: 1 } }, { key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
};
export const sessions = () => db().collection<Session>(sessionCollection.name);

const ACCESS_SECONDS = 600;
const GRACE_MS = 30_000;
/** How long an older token of the same browser is accepted, for tabs opened at the same time on a slow network. */
const LATE_MS = 60_000;
/** Number of replaced tokens remembered, for as many tabs opened at once. */
const MOST_TURNS = 20;
const KEPT_DAYS = 30;
const SHORT_HOURS = 24;

let secret = '';
let key = new Uint8Array();
/** Sets the secret that signs tokens. Called once at start. */
export function configureSessionSecret(value: string): void {
  secret = value;
  key = new TextEncoder().encode(value);
  verified.clear();
}

/** A keyed digest, which cannot be computed from the database without the secret. */
export const digestOf = (purpose: string, text: string) =>
  createHmac('sha256', secret).update(`${purpose}:${text}`).digest('base64url');

/** Digest by which a user is found by e-mail or phone number. */
export const loginDigest = (login: string) => digestOf('login', login.trim().toLowerCase());

const cache = new LRUCache<string, SignedIn>({ max: 20_000, ttl: 60_000 });

/** Counts invalidations: sessions read before must not be cached afterwards. */
let forgotten = 0;

const refreshToken = (session: string, turn: number) =>
  `${session}.${turn}.${digestOf('refresh', `${session}:${turn}`)}`;

/** Creates an access token, valid for ten minutes. */
export async function accessToken(session: SignedIn): Promise<string> {
  const now = Math.floor(clockMs() / 1000);
  return new SignJWT({ sid: session._id, kind: session.kind })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(session.userId)
    .setExpirationTime(now + ACCESS_SECONDS)
    .setIssuedAt(now)
    .sign(key);
}

export interface Tokens {
  accessToken: string;
  refreshToken: string;
  expiresAt: Date;
  userId: string;
}

/** A new session, not stored yet; `keep` for 30 days, otherwise for a day. */
export function newSession(user: Pick<User, '_id' | 'kind' | 'name'>, keep: boolean, now: Date, from: Origin): Session {
  return {
    _id: newId(),
    userId: user._id,
    kind: user.kind,
    name: user.name,
    turn: 1,
    turnedAt: now,
    expiresAt: new Date(now.getTime() + (keep ? KEPT_DAYS * 24 : SHORT_HOURS) * HOUR_MS),
    endedAt: null,
    begunAt: now,
    ...from,
  };
}

/**
 * Starts a session; `keep` for 30 days, otherwise for a day. Refuses if the password was changed or the user disabled
 * concurrently.
 */
export async function beginSession(
  user: User,
  keep: boolean,
  now: Date,
  from: Origin,
  language: Language,
): Promise<Tokens> {
  const session = newSession(user, keep, now, from);
  await transaction(async tx => {
    // Changing the password writes to the same document, so the two transactions conflict.
    const { matchedCount } = await users().updateOne(
      { _id: user._id, passwordHash: user.passwordHash, verified: true, disabled: false },
      { $set: { signedInAt: now, language: user.language ?? language } },
      { session: tx },
    );
    if (matchedCount === 0) fail('SIGN_IN_FAILED');
    await sessions().insertOne(session, { session: tx });
    await writeEvents([eventOf(session.userId, session.name, session._id, 'begin', now)], tx);
  });
  return {
    accessToken: await accessToken(session),
    refreshToken: refreshToken(session._id, 1),
    expiresAt: session.expiresAt,
    userId: session.userId,
  };
}

/**
 * Whether a replaced token comes from a late tab: the previous token within 30 s, or an older one of the same browser within
 * a minute.
 */
function isLate(session: Session, turn: number, now: Date, { agent, address }: Origin): boolean {
  const age = (at: Date) => now.getTime() - at.getTime();
  if (session.turn === turn + 1 && age(session.turnedAt) <= GRACE_MS) return true;
  const then = session.replaced?.find(earlier => earlier.turn === turn);
  return then !== undefined && age(then.at) <= LATE_MS && then.agent === agent && then.address === address;
}

/**
 * Exchanges a refresh token for the next one. A late tab gets the same one again; an older token ends the session (api.md,
 * Sign-in).
 */
export async function rotateSession(token: string, now: Date, from: Origin): Promise<Tokens> {
  const [id = '', turnText = ''] = token.split('.');
  const turn = Number(turnText);
  const right = Buffer.from(refreshToken(id, turn));
  if (
    !Number.isInteger(turn) ||
    right.length !== Buffer.byteLength(token) ||
    !timingSafeEqual(right, Buffer.from(token))
  )
    fail('SESSION_ENDED');
  const turned = await sessions().findOneAndUpdate(
    { _id: id, turn, endedAt: null, expiresAt: { $gt: now } },
    {
      $inc: { turn: 1 },
      $set: { turnedAt: now, ...from },
      $push: { replaced: { $each: [{ turn, at: now, ...from }], $slice: -MOST_TURNS } },
    },
    { returnDocument: 'after' },
  );
  const session = turned ?? (await sessions().findOne({ _id: id, endedAt: null, expiresAt: { $gt: now } }));
  if (!session) return failEnded(id);
  if (!turned && !isLate(session, turn, now, from)) {
    await endSessions({ _id: id }, now, 'COPIED');
    fail('SESSION_ENDED', { reason: 'COPIED' });
  }
  if (!(await users().findOne({ _id: session.userId, disabled: false }, { projection: { _id: 1 } }))) {
    await endSessions({ userId: session.userId }, now, 'BLOCKED');
    fail('SESSION_ENDED', { reason: 'BLOCKED' });
  }
  return {
    accessToken: await accessToken(session),
    refreshToken: refreshToken(session._id, session.turn),
    expiresAt: session.expiresAt,
    userId: session.userId,
  };
}

/** Explains why a session has ended to the owner of its cookie. */
async function failEnded(id: string): Promise<never> {
  const over = await sessions().findOne({ _id: id });
  const shut = over && (await users().findOne({ _id: over.userId, disabled: true }, { projection: { _id: 1 } }));
  if (shut) return fail('USER_NOT_ACTIVE', { reason: 'BLOCKED' });
  return over ? fail('SESSION_ENDED', { reason: over.endedBy ?? 'TIME' }) : fail('SESSION_ENDED');
}

/** Tokens with a verified signature, since the same one is sent for ten minutes. */
const verified = new LRUCache<string, { sid: string; exp: number }>({ max: 20_000, ttl: ACCESS_SECONDS * 1000 });

async function verify(token: string): Promise<{ sid: string; exp: number }> {
  const seen = verified.get(token);
  if (seen) return seen.exp * 1000 > clockMs() ? seen : fail('UNAUTHORIZED');
  const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], currentDate: clockNow() }).catch(() =>
    fail('UNAUTHORIZED'),
  );
  const { sid, exp = 0 } = payload;
  if (typeof sid !== 'string') return fail('UNAUTHORIZED');
  verified.set(token, { sid, exp });
  return { sid, exp };
}

/** Session and expiry of an access token. Refuses forged, expired and ended ones. */
export async function readAccess(token: string): Promise<SignedIn & { expires: number }> {
  const { sid, exp } = await verify(token);
  let session = cache.get(sid);
  if (!session) {
    const before = forgotten;
    const row = await sessions().findOne({ _id: sid, endedAt: null });
    if (!row) return fail('SESSION_ENDED');
    session = { _id: row._id, userId: row.userId, kind: row.kind, name: row.name };
    if (before === forgotten) cache.set(sid, session);
  }
  return { ...session, expires: exp };
}

/** Module of events that tell all servers about ended sessions. */
export const SESSION = 'SESSION';

/** An event of an account, for all servers and the person's own clients. */
export const eventOf = (
  userId: string,
  name: string,
  sessionId: string | null,
  action: 'begin' | 'end' | 'update',
  now: Date,
): NewEvent => ({
  at: now,
  projectId: '',
  module: SESSION,
  entity: sessionId ? 'session' : 'user',
  entityId: sessionId,
  action,
  actor: { id: userId, name },
  before: null,
  after: null,
  version: 1,
  row: null,
});

export type Which = { _id: string } | { userId: string; but?: string };

/** Ends sessions on every server and their sockets. `also` runs first in the same transaction, even if there are none. */
export async function endSessions(
  which: Which,
  now: Date,
  reason: SessionEnd,
  also?: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const ended = await transaction(async tx => {
    await also?.(tx);
    return endSessionsWithin(which, now, tx, reason);
  });
  for (const id of ended) forgetSession(id);
}

/**
 * Ends sessions within a transaction and returns them. Each server forgets them on the event, and sends the reason to their
 * sockets.
 */
export async function endSessionsWithin(
  which: Which,
  now: Date,
  tx: Transaction,
  reason: SessionEnd,
): Promise<string[]> {
  const filter = 'userId' in which ? { userId: which.userId, _id: { $ne: which.but ?? '' } } : which;
  const ending = await sessions()
    .find({ ...filter, endedAt: null }, { session: tx })
    .toArray();
  const ids = ending.map(session => session._id);
  await sessions().updateMany({ _id: { $in: ids } }, { $set: { endedAt: now, endedBy: reason } }, { session: tx });
  await writeEvents(
    ending.map(({ _id, userId, name }) => ({ ...eventOf(userId, name, _id, 'end', now), after: { reason } })),
    tx,
  );
  return ids;
}

/** Removes a session from the cache; called when any server ends it. */
export function forgetSession(id: string): void {
  forgotten++;
  cache.delete(id);
}

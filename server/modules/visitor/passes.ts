import { randomBytes, randomInt } from 'node:crypto';
import { DAY_MS, dayOf, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { clockOf, readHours } from '@lobby/shared/kit/hours.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { EVERY_DAY, visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt, isWithin } from '../../kit/base/local-time.ts';
import type { Session } from '../../kit/database/database.ts';
import { takeTurn } from '../../kit/database/turns.ts';
import { build, edited } from '../../kit/records/records.ts';
import { type Change, Overtaken } from '../../kit/store/save.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

type Values = Record<string, unknown>;
const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'];
/** Guests may be early; a code is free again a day after its pass has ended. */
const EARLY_MS = 2 * 3_600_000;
/** Codes that people try first. */
const GUESSED = /^(\d)\1{5}$|^123456$/;

/** Passes that have a code: those that count, and for a day those that did. */
const holding = (ctx: Ctx, code: unknown): Values => ({
  projectId: ctx.projectId,
  deletedAt: null,
  code,
  $or: [{ status: 'ACTIVE' }, { endedAt: { $gte: new Date(ctx.now.getTime() - DAY_MS) } }],
});

/** A pass code of six digits that no other pass or open visit of the project has. */
export async function newPassCode(ctx: Ctx): Promise<string> {
  for (;;) {
    const passCode = String(randomInt(100_000, 1_000_000));
    const visit = { projectId: ctx.projectId, passCode, status: { $in: OPEN }, deletedAt: null };
    const free =
      !GUESSED.test(passCode) &&
      !(await modelOf(visitorPass).exists(holding(ctx, passCode))) &&
      !(await modelOf(visitor).exists(visit));
    if (free) return passCode;
  }
}

/** Two that were given the same code at once: the later begins again with another. */
export async function refuseTaken(ctx: Ctx, { _id, code }: Stored, session: Session): Promise<void> {
  await takeTurn(`pass ${ctx.projectId} ${code}`, session);
  const query: Values = { ...holding(ctx, code), _id: { $ne: _id } };
  if (await modelOf(visitorPass).exists(query).session(session)) throw new Overtaken();
}

/** What the code of a pass to be read holds: its project and itself, and what nobody can guess. */
export const newToken = (projectId: string, passId: string, secret = randomBytes(24).toString('base64url')): string =>
  `${projectId}${passId}.${secret}`;

/** Whether a pass that a visit tells of itself lets in now: once, or on its days and hours until its last day. */
export function isPassValid(doc: Stored, now: Date, timeZone: string): boolean {
  if (doc.passUse !== 'REPEATED') return true;
  const { day, weekday, minutes } = clockAt(now, timeZone);
  if (typeof doc.passUntil === 'string' && day > doc.passUntil) return false;
  return daysOf(doc).includes(String(weekday)) && isWithin(doc.passHours, minutes);
}

const WEEKENDS = ['6', '0'];
function daysOf({ passDays }: Values): readonly string[] {
  if (passDays === 'WEEKENDS') return WEEKENDS;
  return passDays === 'WORKDAYS' ? EVERY_DAY.filter(day => !WEEKENDS.includes(day)) : EVERY_DAY;
}

/** The instants between which days hold, the last one included. */
export const daysHeld = (from: string, to: unknown, timeZone: string) => ({
  opensAt: startOfDay(from, timeZone),
  endsAt: typeof to === 'string' ? startOfDay(nextDay(to), timeZone) : null,
});

/** What time it is, and where. */
interface Clock {
  now: Date;
  project: { timeZone: string };
}

/** When the pass of a visit counts: around the visit, or on its days and hours. */
function timesOf(doc: Values, { now, project: { timeZone } }: Clock): Values {
  const from = doc.expectedInAt instanceof Date ? doc.expectedInAt : now;
  const validFrom = dayOf(from, timeZone);
  if (doc.passUse === 'REPEATED') {
    const spans = typeof doc.passHours === 'string' && doc.passHours ? (readHours(doc.passHours) ?? []) : [];
    const [first, last] = [spans[0], spans.at(-1)];
    return {
      uses: 'REPEAT',
      weekdays: daysOf(doc).map(day => ({ day })),
      validFrom,
      validTo: doc.passUntil ?? null,
      fromTime: first ? clockOf(first.from) : null,
      toTime: last ? clockOf(last.to) : null,
      ...daysHeld(validFrom, doc.passUntil, timeZone),
    };
  }
  const endsAt = doc.expectedOutAt instanceof Date ? doc.expectedOutAt : startOfDay(nextDay(validFrom), timeZone);
  return {
    uses: 'ONCE',
    weekdays: [],
    fromTime: null,
    toTime: null,
    validFrom,
    validTo: dayOf(endsAt, timeZone),
    opensAt: new Date(from.getTime() - EARLY_MS),
    endsAt,
  };
}

/** What a pass says of its visit. */
export const valuesOf = (ctx: Clock, visit: Values): Values => ({
  subject: visit.guestType === 'WORKER' && visit.passUse === 'REPEATED' ? 'WORKER' : 'VISITOR',
  name: visit.name,
  unitId: visit.unitId ?? null,
  inviterId: visit.inviterId ?? null,
  code: visit.passCode,
  ...timesOf(visit, ctx),
});

/** The pass of a visit that is made in the same transaction. */
export async function passOf(ctx: Ctx, visit: Stored, workerId: string | null = null): Promise<Change> {
  const pass = await build(ctx, visitorPass, valuesOf(ctx, visit));
  const own = { visitorId: visit._id, constructionId: visit.constructionId ?? null, workerId };
  const insert = { ...pass, ...own, token: newToken(ctx.projectId, pass._id) };
  return {
    definition: visitorPass,
    action: 'create',
    insert,
    first: session => refuseTaken(ctx, insert, session),
  };
}

/** The pass of a visit, as long as it counts. */
async function activeOf(ctx: Ctx, { passId }: Stored): Promise<Stored | null> {
  if (typeof passId !== 'string') return null;
  const query = { projectId: ctx.projectId, deletedAt: null, _id: passId, status: 'ACTIVE' };
  return modelOf(visitorPass).findOne(query).lean<Stored>();
}

const changed = (action: string, doc: Stored, set: Values, inc?: Record<string, number>): Change => ({
  definition: visitorPass,
  action,
  update: { doc, set, ...(inc && { inc }) },
});

/** What an entry makes of the pass it was by. */
export const used = (ctx: Ctx, pass: Stored, at: Date, desk: unknown): Values => ({
  lastUsedAt: at,
  lastDesk: desk ?? null,
  ...(pass.uses === 'ONCE' && { status: 'USED', endedAt: ctx.now }),
});

/** Somebody was let in by hand: their pass is used all the same. */
export async function passUsed(ctx: Ctx, visit: Stored, at: Date, desk: unknown): Promise<Change[]> {
  const pass = await activeOf(ctx, visit);
  return pass ? [changed('in', pass, used(ctx, pass, at, desk), { useCount: 1 })] : [];
}

/** Who does not come is not let in by the pass any more. */
export async function passRevoked(ctx: Ctx, visit: Stored, reason: unknown = null): Promise<Change[]> {
  const pass = await activeOf(ctx, visit);
  return pass ? [changed('revoke', pass, { status: 'REVOKED', endedAt: ctx.now, reason: reason ?? null })] : [];
}

/** A pass follows its visit: other hours, another name. */
export async function passMoved(ctx: Ctx, before: Stored, after: Stored): Promise<Change[]> {
  const pass = await activeOf(ctx, before);
  if (!pass) return [];
  const { code: _code, subject: _subject, ...values } = valuesOf(ctx, after);
  const same = (name: string) => JSON.stringify(values[name]) === JSON.stringify(pass[name] ?? null);
  const set = Object.fromEntries(Object.entries(values).filter(([name]) => !same(name)));
  if (Object.keys(set).length === 0) return [];
  return [changed('update', pass, (await edited(ctx, visitorPass, pass, set)).changed)];
}

/** The pass of a visit that ends goes on with the next one; false where it counts no more. */
export async function passGoesOn(ctx: Ctx, before: Stored, next: Stored): Promise<Change[] | false> {
  if (typeof before.passId !== 'string') return [];
  const pass = await activeOf(ctx, before);
  if (!pass) return false;
  return [
    {
      definition: visitorPass,
      action: 'update',
      update: { doc: pass, set: { visitorId: next._id }, keepVersion: true },
    },
  ];
}

/** Of two records of one guest the passes go over to the other one; it has one that counts at most. */
export async function passesMerged(ctx: Ctx, fromId: string, intoId: string): Promise<Change[]> {
  const live = { projectId: ctx.projectId, deletedAt: null };
  const passes = await modelOf(visitorPass)
    .find({ ...live, guestId: fromId })
    .lean<Stored[]>();
  const other = await modelOf(visitorPass).exists({ ...live, guestId: intoId, status: 'ACTIVE' });
  return passes.map(pass => {
    const second = pass.status === 'ACTIVE' && other && { status: 'REVOKED', endedAt: ctx.now };
    return changed(second ? 'revoke' : 'update', pass, { guestId: intoId, ...second });
  });
}

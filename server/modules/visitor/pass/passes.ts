import { randomBytes, randomInt } from 'node:crypto';
import { DAY_MS, dayOf, HOUR_MS, nextDay, startOfDay } from '@lobby/shared/kit/dates.ts';
import { clockOf, readHours } from '@lobby/shared/kit/hours.ts';
import { guest } from '@lobby/shared/modules/guest.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { EVERY_DAY, visitorPass } from '@lobby/shared/modules/visitor-pass.ts';
import type { Ctx } from '../../../kit/base/context.ts';
import { clockAt, isWithin } from '../../../kit/base/local-time.ts';
import type { Session } from '../../../kit/database/database.ts';
import { serializeBy } from '../../../kit/database/serialize.ts';
import { build, edited } from '../../../kit/records/records.ts';
import type { Values } from '../../../kit/records/typed-behaviour.ts';
import { type Doc, fieldOf, records, type Where } from '../../../kit/store/records.ts';
import { type Change, VersionConflict } from '../../../kit/store/save.ts';

type Visit = Doc<typeof visitor>;
type Pass = Doc<typeof visitorPass>;
const OPEN = ['WAITING', 'APPROVED', 'RECEIVED', 'IN_PROGRESS'] as const;
/** Guests may be this early. A code is free again a day after its pass has ended. */
const EARLY_MS = 2 * HOUR_MS;
/** Codes that are easily guessed. */
const GUESSED = /^(\d)\1{5}$|^123456$/;

/** Passes that occupy a code: active ones, and those ended within a day. */
const holding = (ctx: Ctx, code: string | null): Where<typeof visitorPass> => ({
  code,
  $or: [{ status: 'ACTIVE' }, { endedAt: { $gte: new Date(ctx.now.getTime() - DAY_MS) } }],
});

/** A random six-digit code that no other pass or open visit of the project has. */
export async function newPassCode(ctx: Ctx): Promise<string> {
  for (;;) {
    const passCode = String(randomInt(100_000, 1_000_000));
    const isFree =
      !GUESSED.test(passCode) &&
      !(await records(visitorPass).exists(ctx, holding(ctx, passCode))) &&
      !(await records(visitor).exists(ctx, { passCode, status: { $in: OPEN } }));
    if (isFree) return passCode;
  }
}

/** Concurrent passes with the same code: the later one retries with another. */
export async function assertCodeFree(ctx: Ctx, { _id, code }: Pass, session: Session): Promise<void> {
  await serializeBy(`pass ${ctx.projectId} ${code}`, session);
  const isTaken = await records(visitorPass)
    .in(session)
    .exists(ctx, { ...holding(ctx, code), _id: { $ne: _id } });
  if (isTaken) throw new VersionConflict();
}

/** Content of a pass's QR code: project, pass and a secret. */
export const newToken = (projectId: string, passId: string, secret = randomBytes(24).toString('base64url')): string =>
  `${projectId}${passId}.${secret}`;

/** Whether the pass of a visit admits now: once, or on its days and hours until its last day. */
export function isPassValid(visit: Visit, now: Date, timeZone: string): boolean {
  if (visit.passUse !== 'REPEATED') return true;
  const { day, weekday, minutes } = clockAt(now, timeZone);
  if (visit.passUntil && day > visit.passUntil) return false;
  return weekdaysOf(visit).some(day => Number(day) === weekday) && isWithin(visit.passHours, minutes);
}

type Weekday = Pass['weekdays'][number]['day'];
const WEEKENDS: readonly Weekday[] = ['6', '0'];
function weekdaysOf({ passDays }: Pick<Visit, 'passDays'>): readonly Weekday[] {
  if (passDays === 'WEEKENDS') return WEEKENDS;
  return passDays === 'WORKDAYS' ? EVERY_DAY.filter(day => !WEEKENDS.includes(day)) : EVERY_DAY;
}

/** First and last instant of a period of days, inclusive. */
export const instantsOf = (from: string, to: string | null, timeZone: string) => ({
  opensAt: startOfDay(from, timeZone),
  endsAt: to ? startOfDay(nextDay(to), timeZone) : null,
});

/** Current time and time zone. */
interface Clock {
  now: Date;
  project: { timeZone: string };
}

/** Fields of a visit that determine its pass. */
export type PassSource = Pick<
  Visit,
  | 'guestType'
  | 'name'
  | 'unitId'
  | 'inviterId'
  | 'passCode'
  | 'passUse'
  | 'passUntil'
  | 'passDays'
  | 'passHours'
  | 'expectedInAt'
  | 'expectedOutAt'
>;

/** Validity of a visit's pass: around the visit, or on its days and hours. */
function timesOf(visit: PassSource, { now, project: { timeZone } }: Clock): Values<typeof visitorPass> {
  const from = visit.expectedInAt ?? now;
  const validFrom = dayOf(from, timeZone);
  if (visit.passUse === 'REPEATED') {
    const spans = visit.passHours ? (readHours(visit.passHours) ?? []) : [];
    const [first, last] = [spans[0], spans.at(-1)];
    return {
      uses: 'REPEAT',
      weekdays: weekdaysOf(visit).map(day => ({ day })),
      validFrom,
      validTo: visit.passUntil,
      fromTime: first ? clockOf(first.from) : null,
      toTime: last ? clockOf(last.to) : null,
      ...instantsOf(validFrom, visit.passUntil, timeZone),
    };
  }
  const endsAt = visit.expectedOutAt ?? startOfDay(nextDay(validFrom), timeZone);
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

/** Values of a visit's pass. */
export const passValues = (clock: Clock, visit: PassSource): Values<typeof visitorPass> => ({
  subject: visit.guestType === 'WORKER' && visit.passUse === 'REPEATED' ? 'WORKER' : 'VISITOR',
  name: visit.name,
  unitId: visit.unitId,
  inviterId: visit.inviterId,
  code: visit.passCode,
  ...timesOf(visit, clock),
});

/** The pass of a visit, created in the same transaction. */
export async function loadPass(
  ctx: Ctx,
  visit: Visit,
  workerId: string | null = null,
): Promise<Change & { insert: Pass }> {
  const pass = await build(ctx, visitorPass, passValues(ctx, visit));
  const insert = {
    ...pass,
    visitorId: visit._id,
    constructionId: visit.constructionId,
    workerId,
    token: newToken(ctx.projectId, pass._id),
  };
  return {
    definition: visitorPass,
    action: 'create',
    insert,
    first: session => assertCodeFree(ctx, insert, session),
  };
}

/** The active pass of a visit. */
const findActive = async (ctx: Ctx, { passId }: Visit): Promise<Pass | null> =>
  passId ? records(visitorPass).first(ctx, { _id: passId, status: 'ACTIVE' }) : null;

const changed = (action: string, pass: Pass, set: Partial<Pass>, inc?: Record<string, number>): Change => ({
  definition: visitorPass,
  action,
  update: { doc: pass, set, ...(inc && { inc }) },
});

/** Fields of a pass after an entry. */
export const usedBy = (ctx: Ctx, pass: Pass, at: Date, desk: string | null | undefined): Partial<Pass> => ({
  lastUsedAt: at,
  lastDesk: desk ?? null,
  ...(pass.uses === 'ONCE' && { status: 'USED', endedAt: ctx.now }),
});

/** Marks the pass of a visit admitted by hand as used. */
export async function passUsed(ctx: Ctx, visit: Visit, at: Date, desk: string | null | undefined): Promise<Change[]> {
  const pass = await findActive(ctx, visit);
  return pass ? [changed('in', pass, usedBy(ctx, pass, at, desk), { useCount: 1 })] : [];
}

/** Revokes the pass of a cancelled visit. */
export async function passRevoked(ctx: Ctx, visit: Visit, reason: string | null = null): Promise<Change[]> {
  const pass = await findActive(ctx, visit);
  return pass ? [changed('revoke', pass, { status: 'REVOKED', endedAt: ctx.now, reason })] : [];
}

/** Updates a pass after changes of its visit. */
export async function passMoved(ctx: Ctx, before: Visit, after: Visit): Promise<Change[]> {
  const pass = await findActive(ctx, before);
  if (!pass) return [];
  const { code: _code, subject: _subject, ...values } = passValues(ctx, after);
  const set = Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(fieldOf(pass, name) ?? null),
    ),
  );
  if (Object.keys(set).length === 0) return [];
  return [changed('update', pass, (await edited(ctx, visitorPass, pass, set)).changed)];
}

/** Moves the pass of an ended visit to the next one; null if it is no longer active. */
export async function passGoesOn(ctx: Ctx, before: Visit, next: Visit): Promise<Change[] | null> {
  if (!before.passId) return [];
  const pass = await findActive(ctx, before);
  if (!pass) return null;
  return [
    {
      definition: visitorPass,
      action: 'update',
      update: { doc: pass, set: { visitorId: next._id }, keepVersion: true },
    },
  ];
}

type PassState = Doc<typeof guest>['passState'];

/** Updates the pass state of a familiar guest. */
export async function passStateChanges(ctx: Ctx, { guestId }: Pass, passState: PassState): Promise<Change[]> {
  const doc = guestId ? await records(guest).get(ctx, guestId) : null;
  if (!doc || doc.passState === passState) return [];
  return [
    {
      definition: guest,
      action: 'pass',
      update: { doc, set: { passState, passEnding: false }, keepVersion: true },
    },
  ];
}

/** Moves the passes of a merged guest to the other record, which has at most one active pass. */
export async function passesMerged(ctx: Ctx, fromId: string, intoId: string): Promise<Change[]> {
  const passes = await records(visitorPass).find(ctx, { guestId: fromId });
  const hasOther = await records(visitorPass).exists(ctx, { guestId: intoId, status: 'ACTIVE' });
  return passes.map(pass =>
    pass.status === 'ACTIVE' && hasOther
      ? changed('revoke', pass, { guestId: intoId, status: 'REVOKED', endedAt: ctx.now })
      : changed('update', pass, { guestId: intoId }),
  );
}

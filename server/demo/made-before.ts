import { DAY_MS } from '@lobby/shared/kit/dates.ts';

/** Fields that tell of what is planned, expected or due; all other instants tell of what has happened. */
export const PLANNED: ReadonlySet<string> = new Set([
  'answerBy',
  'answerDueAt',
  'appointmentAt',
  'clockAt',
  'closesAt',
  'dueAt',
  'endAt',
  'endsAt',
  'expectedEndAt',
  'expectedInAt',
  'expectedOutAt',
  'expectedStartAt',
  'expiresAt',
  'from',
  'lateAt',
  'nextAt',
  'opensAt',
  'payBeforeAt',
  'registrationClosesAt',
  'scheduledAt',
  'startAt',
  'stepDueAt',
  'to',
  'wantedFrom',
  'wantedTo',
]);

/** How far ahead of now the demo dates what has happened at most, if it is loaded early in a month. */
const AHEAD_MS = 7 * DAY_MS;
/** Squeezes that time into the last 24 minutes. */
const SQUEEZED = 7 * 60;

/** Moves an instant later than now into the minutes before now, keeping the order. */
function beforeNow(at: Date, now: Date): Date {
  if (at <= now) return at;
  const ahead = Math.min(at.getTime() - now.getTime(), AHEAD_MS);
  return new Date(now.getTime() - Math.round((AHEAD_MS - ahead) / SQUEEZED));
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function moved(value: unknown, now: Date): unknown {
  if (value instanceof Date) return beforeNow(value, now);
  if (Array.isArray(value)) {
    const all = value.map(item => moved(item, now));
    return all.some((item, n) => item !== value[n]) ? all : value;
  }
  return isPlain(value) ? madeBefore(value, now) : value;
}

/** A document in which nothing has happened after now: the demo may be loaded before dawn or on the first of a month. */
export function madeBefore(doc: object, now: Date): object {
  const changes = Object.entries(doc).flatMap(([name, value]) => {
    const made = PLANNED.has(name) ? value : moved(value, now);
    return made === value ? [] : [[name, made] as const];
  });
  return changes.length > 0 ? { ...doc, ...Object.fromEntries(changes) } : doc;
}

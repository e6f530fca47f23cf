import { log } from '../ops/log.ts';
import { db } from './database.ts';

const AGAIN_MS = 5000;
/** Samples per measurement: intersecting their ranges is more precise than any one of them. */
const TRIES = 3;
/** A difference of more than this is logged. */
const FAR_MS = 2000;
interface Range {
  least: number;
  most: number;
}

/** Offset of the clock in tests (tests/setup/time/clock.mjs); nothing else sets it. */
const AHEAD_MS = Number(process.env.CLOCK_AHEAD_MS ?? 0);

/** The database's time minus the age of this process, in ms; null before the first measurement. */
let ahead: number | null = null;

/**
 * Time by the database's clock, in ms since 1970. All servers share this clock; before the first measurement it is the
 * machine's own.
 */
export const clockMs = (): number => (ahead === null ? Date.now() : Math.floor(ahead + performance.now()));

export const clockNow = (): Date => new Date(clockMs());

/** The second of a moment as the database counts it in its timestamps. */
export const databaseSecond = (moment: Date): number => Math.floor((moment.getTime() - AHEAD_MS) / 1000);

/** Seconds by which this machine's clock is ahead of the database's. */
export const clockOffset = (): number => (Date.now() - clockMs()) / 1000;

/** Bounds of the database's time minus the age of this process, from when the request was sent and answered. */
async function askTime(): Promise<Range> {
  const begun = performance.now();
  const { localTime } = await db().command({ hello: 1 });
  const ended = performance.now();
  const time = localTime.getTime() + AHEAD_MS;
  // The database answers in whole milliseconds, rounded down.
  return { least: time - ended, most: time + 1 - begun };
}

/**
 * The offset after a measurement: the earlier one as long as it lies within the measured range. Following each sample
 * instead would let the time go backwards, since answers are late by varying amounts on a busy machine.
 */
export function adjusted(before: number | null, { least, most }: Range): number {
  if (before === null) return (least + most) / 2;
  return Math.min(Math.max(before, least), most);
}

async function measure(): Promise<void> {
  let range: Range | null = null;
  for (let n = 0; n < TRIES; n++) {
    const { least, most } = await askTime();
    const narrowed: Range = {
      least: Math.max(least, range?.least ?? least),
      most: Math.min(most, range?.most ?? most),
    };
    // Ranges that do not overlap mean that the database's clock was set: the new range replaces the old one.
    range = narrowed.least <= narrowed.most ? narrowed : { least, most };
  }
  if (range) ahead = adjusted(ahead, range);
}

/** Measures the database's clock repeatedly until the returned function is called. */
export async function startClockSync(): Promise<() => void> {
  let wasFar = false;
  const look = async () => {
    await measure();
    const far = Math.abs(clockOffset()) * 1000 > FAR_MS;
    if (far && !wasFar) log.warn({ seconds: clockOffset() }, "this machine's clock differs from the database's");
    wasFar = far;
  };
  await look();
  // While the database is unreachable, the last offset stays in use.
  const again = setInterval(() => void look().catch(() => undefined), AGAIN_MS);
  again.unref();
  return () => clearInterval(again);
}

import { log } from '../ops/log.ts';
import { db } from './database.ts';

const AGAIN_MS = 5000;
/** Questions of one measurement: together they tell the time better than each. */
const TRIES = 3;
/** From here on it is worth a word in the log. */
const FAR_MS = 2000;
interface Range {
  least: number;
  most: number;
}

/** How far tests are ahead of the day (tests/setup/clock.mjs); nothing else sets it. */
const AHEAD_MS = Number(process.env.CLOCK_AHEAD_MS ?? 0);

/** The database's time less the age of this process, ms; null until it was asked for. */
let ahead: number | null = null;

/** The time by the database's clock, ms since 1970: the one clock that all servers share; this machine's own until it was asked for. */
export const clockMs = (): number => (ahead === null ? Date.now() : Math.floor(ahead + performance.now()));

/** The time by the database's clock. */
export const clockNow = (): Date => new Date(clockMs());

/** The second of a moment as the database counts it, for its own timestamps. */
export const databaseSecond = (moment: Date): number => Math.floor((moment.getTime() - AHEAD_MS) / 1000);

/** How far this machine's clock is ahead of the database's, in seconds. */
export const clockOffset = (): number => (Date.now() - clockMs()) / 1000;

/** How far the database's time may be ahead of the age of this process, by when it was asked and when it answered. */
async function askTime(): Promise<Range> {
  const begun = performance.now();
  const { localTime } = await db().command({ hello: 1 });
  const ended = performance.now();
  const time = localTime.getTime() + AHEAD_MS;
  // It tells whole milliseconds that have begun.
  return { least: time - ended, most: time + 1 - begun };
}

/**
 * What the time is taken to be after a measurement: what it was taken to be before, as long as that can be right. On a busy machine each answer comes
 * late by another bit, and time that follows each of them goes backwards.
 */
export function adjusted(before: number | null, { least, most }: Range): number {
  if (before === null) return (least + most) / 2;
  return Math.min(Math.max(before, least), most);
}

async function measure(): Promise<void> {
  let known: Range | null = null;
  for (let n = 0; n < TRIES; n++) {
    const { least, most } = await askTime();
    const narrowed: Range = {
      least: Math.max(least, known?.least ?? least),
      most: Math.min(most, known?.most ?? most),
    };
    // A clock that was set meanwhile is what it says now.
    known = narrowed.least <= narrowed.most ? narrowed : { least, most };
  }
  if (known) ahead = adjusted(ahead, known);
}

/** Follows the database's clock until it is ended. */
export async function startClockSync(): Promise<() => void> {
  let told = false;
  const look = async () => {
    await measure();
    const far = Math.abs(clockOffset()) * 1000 > FAR_MS;
    if (far && !told) log.warn({ seconds: clockOffset() }, "this machine's clock differs from the database's");
    told = far;
  };
  await look();
  // While the database is away, time goes on from what it was.
  const again = setInterval(() => void look().catch(() => undefined), AGAIN_MS);
  again.unref();
  return () => clearInterval(again);
}

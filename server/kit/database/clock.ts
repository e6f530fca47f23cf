import { log } from '../ops/log.ts';
import { db } from './database.ts';

const AGAIN_MS = 5000;
/** Questions of one measurement: the quickest answer tells the time best. */
const TRIES = 3;
/** From here on it is worth a word in the log. */
const FAR_MS = 2000;
/** How far tests are ahead of the day (tests/setup/clock.mjs); nothing else sets it. */
const AHEAD_MS = Number(process.env.CLOCK_AHEAD_MS ?? 0);

/** What time it was at the database at a moment of this process. */
let measured: { at: number; time: number } | null = null;

/** The time by the database's clock, ms since 1970: the one clock that all servers share; this machine's own until it was asked for. */
export const clockMs = (): number =>
  measured ? Math.floor(measured.time + performance.now() - measured.at) : Date.now();

/** The time by the database's clock. */
export const clockNow = (): Date => new Date(clockMs());

/** The second of a moment as the database counts it, for its own timestamps. */
export const databaseSecond = (moment: Date): number => Math.floor((moment.getTime() - AHEAD_MS) / 1000);

/** How far this machine's clock is ahead of the database's, in seconds. */
export const clockOffset = (): number => (Date.now() - clockMs()) / 1000;

async function measure(): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < TRIES; n++) {
    const begun = performance.now();
    const { localTime } = await db().command({ hello: 1 });
    const took = performance.now() - begun;
    if (!(localTime instanceof Date) || took >= best) continue;
    best = took;
    measured = { at: begun + took / 2, time: localTime.getTime() + AHEAD_MS };
  }
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

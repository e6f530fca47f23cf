import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { actOnce, type Memory } from '../server/demo/play/acts.ts';
import { type Line, Refused, Resident } from '../server/demo/play/resident.ts';
import { randomOf } from '../server/demo/random.ts';

// Simulates residents against a running server through its public API: npm run residents -- --minutes 5 --per-minute 30

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    'per-minute': { type: 'string', default: '30' },
    url: { type: 'string' },
    seed: { type: 'string', default: String(Date.now()) },
  },
});

/** Limit of concurrent actions; further ones are skipped, so as not to overload a slow server. */
const MOST = 8;
/** The next resident is picked among this many who were idle longest. */
const QUIET = 16;
const minutes = numberOf('minutes', values.minutes, 24 * 60);
const perMinute = numberOf('per-minute', values['per-minute'], 600);
const url = (values.url ?? runningUrl()).replace(/\/$/, '');
const random = randomOf(`residents ${values.seed}`);
const ending = new AbortController();
const say = (text: string) => process.stdout.write(`${text}\n`);
const clock = () => new Date().toTimeString().slice(0, 8);

function numberOf(name: string, text: string, most: number): number {
  const value = Number(text);
  if (value > 0 && value <= most) return value;
  process.stderr.write(`--${name} is a number above 0, ${most} at most\n`);
  process.exit(2);
}

/** Returns the address of the server that runs on this DATA_DIR. */
function runningUrl(): string {
  try {
    const { url: found } = JSON.parse(readFileSync(join(process.env.DATA_DIR || '.data', 'server.json'), 'utf8'));
    if (typeof found === 'string') return found;
  } catch {
    // No server has recorded its address, so the default applies.
  }
  return 'http://127.0.0.1:3000';
}

let lastText = '';
const line: Line = {
  url,
  password: 'lobby-demo',
  until: ending.signal,
  tell(text) {
    // Printed once, although several residents notice it.
    if (text !== lastText) say(`${clock()}  ${text}`);
    lastText = text;
  },
};
const accounts = [
  ...Array.from({ length: 30 }, (_, n) => `resident${n + 1}@hoasen.demo`),
  ...Array.from({ length: 3 }, (_, n) => `resident${n + 1}@banmai.demo`),
];
const residents = accounts.map(login => new Resident(login, line));
const busy = new Set<Resident>();
const memory: Memory = { nudged: new Set(), types: new Map() };
const counts = { new: 0, answer: 0, nudge: 0, rate: 0, chat: 0, guest: 0, refused: 0 };

async function play(who: Resident): Promise<void> {
  busy.add(who);
  try {
    if (who.doors.length === 0) await who.signIn();
    const door = random.pick(who.doors);
    const { act, text } = await actOnce(who, door, memory, random);
    counts[act]++;
    say(`${clock()}  ${who.login.padEnd(22)}  ${door.unitCode.padEnd(8)}  ${act.padEnd(6)}  ${text}`);
  } catch (error) {
    if (ending.signal.aborted) return;
    counts.refused++;
    say(`${clock()}  ${who.login.padEnd(22)}  refused: ${error instanceof Error ? error.message : String(error)}`);
    // The demo's residents do not exist on this server.
    if (error instanceof Refused && error.status === 401 && who.doors.length === 0) stop(1);
  } finally {
    busy.delete(who);
  }
}

function stop(code: number): void {
  process.exitCode = code;
  ending.abort();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop(0));
const end = setTimeout(() => stop(0), minutes * 60_000);
say(`Residents write to ${url} for ${minutes} min, about ${perMinute} times a minute. Ctrl-C ends it.`);

while (!ending.signal.aborted) {
  // Actions arrive as a Poisson process.
  const pause = (-Math.log(1 - random.next()) * 60_000) / perMinute;
  await sleep(pause, undefined, { signal: ending.signal }).catch(() => {});
  if (ending.signal.aborted || busy.size >= MOST) continue;
  // Among those who were idle longest, so that everybody gets a turn.
  const [who = random.pick(residents)] = residents.splice(random.int(0, QUIET - 1), 1);
  residents.push(who);
  if (!busy.has(who)) void play(who);
}
clearTimeout(end);
say(
  `Done: ${counts.new} new, ${counts.answer} answers, ${counts.nudge} reminders, ${counts.rate} ratings, ${counts.chat} messages, ${counts.guest} guests, ${counts.refused} refused.`,
);

import { execFileSync } from 'node:child_process';
import { defineConfig } from 'vitest/config';
import { registry } from './client/registry-plugin.ts';
import { LongestFirst } from './scripts/longest-first.ts';
import { filesLeftOut } from './scripts/sampled-files.ts';

// It is nine o'clock of this Friday in Viet Nam whenever the tests begin: dates in tests and samples hold, and no hour of the day is red.
const BEGINS = process.env.AT ?? '2026-11-27T09:00:00+07:00';
process.env.CLOCK_AHEAD_MS ??= String(Date.parse(BEGINS) - Date.now());
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${new URL('./tests/setup/time/clock.mjs', import.meta.url).href}`;

// Which part of the modules is proved in full is another one after each fifty commits (tests/setup/contract/sampling.ts): one more commit does not change it.
const round = process.env.ROUND ?? roundOfCommits();
if (round !== undefined) process.env.ROUND = round;
/** Returns undefined without a git history. */
function roundOfCommits(): string | undefined {
  try {
    const count = execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' });
    return String(Math.floor(Number(count) / 50));
  } catch {
    return undefined;
  }
}

// Set by `npm test` without arguments alone (scripts/gates.ts): who names a file gets it.
const leftOut = process.env.SAMPLE_FILES ? filesLeftOut(Number(round ?? 0)) : [];

// What only `npm run prove` holds: it judges by time, ports and other programs, or takes long.
const LONG = '**/*.long.test.ts';
const all = Boolean(process.env.PROVE || process.env.LONG || process.env.FILTERED);
const CLIENT = 'tests/kit/client/*.test.ts';
/** Longer than any wait of a test (tests/setup/time/limit.ts). */
const LIMITS = { testTimeout: 120_000, hookTimeout: 120_000 };
const SERVER = {
  setupFiles: ['tests/setup/server/ending.ts', 'tests/setup/server/disconnected.ts', 'tests/setup/server/seed.ts'],
  env: { LOG_LEVEL: 'error' },
  ...LIMITS,
};

/** The projects of the tests; `npm test` fails when one of them has no test. */
export default defineConfig({
  test: {
    globalSetup: 'tests/setup/server/mongod.ts',
    // More than cores: many a test waits.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['tests/setup/server/ending.ts', 'tests/setup/server/seed.ts'],
          include: ['{shared,server,client}/**/*.test.{ts,tsx}', 'tests/kit/**/*.test.{ts,tsx}'],
          exclude: [CLIENT, LONG],
          ...LIMITS,
          isolate: false,
        },
      },
      // What a client holds is of its page: each file is a page of its own.
      {
        test: {
          name: 'client',
          setupFiles: ['tests/setup/server/ending.ts', 'tests/setup/server/seed.ts'],
          include: [CLIENT],
          ...LIMITS,
        },
      },
      // The product is loaded once for all of them: each starts it anew on a database of its own, and ends it.
      {
        plugins: [registry],
        test: {
          ...SERVER,
          name: 'server',
          include: ['tests/{contract,modules,platform}/**/*.test.ts'],
          exclude: [LONG, ...leftOut],
          isolate: false,
        },
      },
      {
        test: {
          ...SERVER,
          name: 'proof',
          include: ['tests/{faults,attack}/**/*.test.ts', `tests/${LONG}`],
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          setupFiles: ['tests/setup/server/ending.ts', 'tests/setup/server/disconnected.ts'],
          // Each run: two at one queue, and the screens of `GATE`.
          include: all ? ['tests/browser/**/*.test.{ts,tsx}'] : ['tests/browser/{help-desk,screens}.test.ts'],
          isolate: false,
          // 100,000 requests take their time: LONG=1 npm test -- tests/browser/long-list
          exclude: process.env.LONG ? [] : ['tests/browser/long-list.test.ts'],
          globalSetup: 'tests/browser/stage/setup.ts',
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          // A browser wants both cores for itself: after the others, and one file at a time.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
    ],
  },
});

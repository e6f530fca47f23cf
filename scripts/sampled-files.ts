import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Of so many files of tests one runs in each `npm test`; another one after each fifty commits. */
export const SHARE = 3;
const COMMITS = 50;
const SAMPLED = 'tests/{modules,platform}/**/*.test.ts';
/** The books, the doors and the queues: they run each time. */
const ALWAYS = new Set(
  ['ledger', 'receipt', 'bill', 'payment', 'ticket-messages', 'visitor']
    .map(name => `tests/modules/${name}.test.ts`)
    .concat(['auth', 'live', 'import', 'upgrade'].map(name => `tests/platform/${name}.test.ts`)),
);

const root = join(import.meta.dirname, '..');

/**
 * The files of tests that `npm test` leaves out in a round, as paths from the root: of those about one module or one part of the platform two
 * thirds, but none that changed in the last fifty commits. `npm run prove` leaves none out.
 */
export function filesLeftOut(round: number, changed: ReadonlySet<string> = changedFiles()): string[] {
  return globSync(SAMPLED, { cwd: root })
    .filter(path => !path.endsWith('.long.test.ts'))
    .filter(path => !ALWAYS.has(path) && !changed.has(path) && !isInRound(path, round))
    .sort();
}

const isInRound = (path: string, round: number) =>
  (createHash('sha256').update(path).digest().readUInt32BE() + round) % SHARE === 0;

/** Those that somebody worked on of late: without a history none is known. */
function changedFiles(): Set<string> {
  try {
    const args = ['log', `-${COMMITS}`, '--no-merges', '--name-only', '--diff-filter=AM', '--format=', '--', 'tests'];
    return new Set(execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n'));
  } catch {
    return new Set();
  }
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';

/** Each `npm test` runs one out of this many test files; the choice rotates every fifty commits. */
export const SHARE = 3;
const COMMITS = 50;
const SAMPLED = 'tests/{modules,platform}/**/*.test.ts';
/** Ledger, access and queues run each time. */
export const ALWAYS = new Set(
  ['ledger', 'receipt', 'bill', 'payment', 'ticket-messages', 'visitor-desk']
    .map(name => `tests/modules/${name}.test.ts`)
    .concat(['auth', 'live', 'import', 'upgrade'].map(name => `tests/platform/${name}.test.ts`)),
);

const root = join(import.meta.dirname, '..');

/**
 * Returns the test files that `npm test` skips in a round, as paths from the root: two thirds of those about one module or one part
 * of the platform, except those that changed in the last fifty commits. `npm run prove` skips none.
 */
export function filesLeftOut(round: number, changed: ReadonlySet<string> = changedFiles()): string[] {
  return globSync(SAMPLED, { cwd: root })
    .filter(path => !path.endsWith('.long.test.ts'))
    .filter(path => !ALWAYS.has(path) && !changed.has(path) && !isInRound(path, round))
    .sort();
}

const isInRound = (path: string, round: number) =>
  (createHash('sha256').update(path).digest().readUInt32BE() + round) % SHARE === 0;

/** A commit that touches more test files than this has moved what they import: the round decides about them. */
const MOVED = 50;

/** Returns recently changed test files; empty without a git history. */
function changedFiles(): Set<string> {
  try {
    const args = [
      'log',
      `-${COMMITS}`,
      '--no-merges',
      '--name-only',
      '--diff-filter=AM',
      '--format=%x00',
      '--',
      'tests',
    ];
    const commits = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0');
    return new Set(
      commits.map(files => files.trim().split('\n')).flatMap(files => (files.length > MOVED ? [] : files)),
    );
  } catch {
    return new Set();
  }
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const HOOK = 'scripts/hooks/commit-msg';
const dir = mkdtempSync(join(tmpdir(), 'lobby-commits-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Whether the hook lets a commit with this message be made. */
function isLetThrough(message: string): boolean {
  const file = join(dir, 'message');
  writeFileSync(file, message);
  const { status, error } = spawnSync('sh', [join(root, HOOK), file], { encoding: 'utf8' });
  if (error) throw error;
  return status === 0;
}

it.each([
  'list: number page requests so a late answer loses',
  'server/kit, client: move files into rooms',
  'packages: lock those of every system\n\nWhy it is so, on a line that may be longer than the subject, which has its own limit.',
  '\n# On branch main\ndocs: what a default run leaves out\n',
  `list: ${'ữ'.repeat(66)}`,
  "Merge branch 'commands'",
])('%j may be the message of a commit', message => expect(isLetThrough(message)).toBe(true));

it.each([
  'The palette has its words before it is opened',
  'List: number page requests',
  'list:number page requests',
  'list: ',
  ': number page requests',
  'list number page requests',
  `list: ${'x'.repeat(67)}`,
  '',
])('%j may not', message => expect(isLetThrough(message)).toBe(false));

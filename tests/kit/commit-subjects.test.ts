import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Last commit accepted that begins with a number. */
const BEFORE = 'db60cf25a97185b898bd89f4870dceb588d3e16e';
const FORM = /^[a-z][a-z0-9, /-]*: \S.*$/;
const isSubject = (subject: string) => FORM.test(subject) && [...subject].length <= 72;

/** Subjects since `BEFORE`; empty without the history, as in an archive or shallow clone. */
function subjectsOf(): string[] {
  const { status, stdout } = spawnSync('git', ['log', '--no-merges', '--format=%s', `${BEFORE}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.split('\n').filter(Boolean) : [];
}

it('has subjects of commits as the hook asks, also where the hook did not look', () => {
  expect(subjectsOf().filter(subject => !isSubject(subject))).toEqual([]);
});

it('judges a subject as the hook does', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lobby-subject-'));
  const file = join(folder, 'message');
  try {
    for (const [subject, good] of [
      ['list: number page requests so a late answer loses', true],
      [`list: ${'ạ'.repeat(66)}`, true],
      [`list: ${'ạ'.repeat(67)}`, false],
      ['List: number pages', false],
      ['number pages', false],
      ['403: name all positions', false],
      ['list:number pages', false],
    ] as const) {
      writeFileSync(file, `${subject}\n`);
      const hook = spawnSync('sh', [join(root, 'scripts/hooks/commit-msg'), file]);
      expect([subject, hook.status === 0, isSubject(subject)]).toEqual([subject, good, good]);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

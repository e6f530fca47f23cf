import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { findProgram } from '../../scripts/find-program.ts';

const dir = mkdtempSync(join(tmpdir(), 'lobby-program-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => {
  vi.unstubAllEnvs();
});

const program = { title: 'Chime', setting: 'CHIME', names: ['chime-small', 'chime'], packages: [] };

function make(path: string, mode = 0o755): string {
  const file = join(dir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '#!/bin/sh\n');
  chmodSync(file, mode);
  return file;
}

it('takes the one that is named', async () => {
  vi.stubEnv('CHIME', '/somewhere/chime');
  expect(await findProgram(program)).toBe('/somewhere/chime');
});

it('finds the best name in the first folder of the PATH that holds one of them, or elsewhere', async () => {
  const found = make('one/chime-small');
  make('one/chime');
  make('two/chime-small');
  make('none/chime', 0o644);
  vi.stubEnv('PATH', ['', join(dir, 'none'), join(dir, 'one'), join(dir, 'two')].join(':'));
  expect(await findProgram(program)).toBe(found);
  vi.stubEnv('PATH', join(dir, 'none'));
  expect(await findProgram({ ...program, elsewhere: ['/nowhere/chime', make('else/chime')] })).toBe(
    join(dir, 'else/chime'),
  );
});

it('finds none where there is none', async () => {
  // Not root, as root would install the program.
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.stubEnv('PATH', join(dir, 'none'));
  expect(await findProgram(program)).toBeUndefined();
});

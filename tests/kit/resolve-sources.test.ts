import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Runs a source at the repository root like a start does, in a separate process. */
function run(source: string): { out: string; error: string } {
  const script = `import { resolveSources } from './server/resolve-sources.ts'; resolveSources(); ${source}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  return { out: stdout, error: stderr };
}

it('reads sources by their paths, of another workspace too, each once, and packages as ever', () => {
  const source = `
    const { addDays } = await import('@lobby/shared/kit/dates.ts');
    const same = await import('./shared/kit/dates.ts');
    const { text } = await import('./server/kit/base/messages.ts');
    process.stdout.write([addDays('2026-11-30', 1), same.addDays === addDays, typeof text].join());`;
  expect(run(source)).toEqual({ out: '2026-12-01,true,function', error: '' });
});

it('tells which source is not there', () => {
  expect(run(`await import('./server/kit/base/nothing-here.ts');`).error).toMatch(/nothing-here\.ts/);
});

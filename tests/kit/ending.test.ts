import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';

const run = promisify(execFile);
const setup = join(import.meta.dirname, '../setup/server');
const dir = mkdtempSync(join(tmpdir(), 'lobby-ending-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

interface Report {
  testResults: { message: string }[];
  numPassedTests: number;
}

/** Test file that starts something whose teardown records a name; `then` is its remaining source. */
const starting = (name: string, then: string) => `
  import { appendFileSync, existsSync, readFileSync } from 'node:fs';
  import { endAfterwards } from '${setup}/started.ts';
  const ended = () => (existsSync('${dir}/ended') ? readFileSync('${dir}/ended', 'utf8') : '');
  endAfterwards(async () => appendFileSync('${dir}/ended', '${name} '));
  endAfterwards(async () => { throw new Error('${name} has a part that cannot be ended'); });
  ${then}
`;

it('what a file started that breaks while it is collected is ended before the next one', {
  timeout: 60_000,
}, async () => {
  mkdirSync(join(dir, 'tests'));
  writeFileSync(join(dir, 'tests/a.test.ts'), starting('first', `throw new Error('broken: ' + ended());`));
  writeFileSync(join(dir, 'tests/b.test.ts'), starting('second', `it('runs', () => expect(ended()).toBe('first '));`));
  writeFileSync(
    join(dir, 'vitest.config.mjs'),
    `class ByName {
      sort = files => files.sort((a, b) => a.moduleId.localeCompare(b.moduleId));
      shard = files => files;
    }
    const test = { globals: true, isolate: false, maxWorkers: 1, include: ['tests/*'] };
    export default { test: { ...test, setupFiles: '${setup}/ending.ts', sequence: { sequencer: ByName } } };`,
  );
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const report = join(dir, 'report.json');
  await expect(
    run(process.execPath, [vitest, 'run', '--reporter', 'json', '--outputFile', report], { cwd: dir }),
  ).rejects.toThrow('vitest');
  const { testResults, numPassedTests }: Report = JSON.parse(readFileSync(report, 'utf8'));
  expect(testResults.map(testResult => testResult.message)).toEqual([
    'broken: ',
    'second has a part that cannot be ended',
  ]);
  expect(numPassedTests).toBe(1);
  expect(readFileSync(join(dir, 'ended'), 'utf8')).toBe('first second ');
});

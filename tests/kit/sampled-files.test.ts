import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ALWAYS, filesLeftOut, SHARE } from '../../scripts/sampled-files.ts';

const root = join(import.meta.dirname, '../..');
const rounds = Array.from({ length: SHARE }, (_, at) => new Set(filesLeftOut(at, new Set())));

it('leaves no file of tests out for ever', () => {
  const [first, ...others] = rounds as [Set<string>, ...Set<string>[]];
  expect(first.size).toBeGreaterThan(100);
  expect([...first].filter(path => others.every(left => left.has(path)))).toEqual([]);
  expect([...first].filter(path => !existsSync(join(root, path)))).toEqual([]);
});

it('leaves none out that changed of late, nor the books', () => {
  const [changed] = rounds[0] as Set<string>;
  expect(filesLeftOut(0, new Set([changed as string]))).not.toContain(changed);
  expect(rounds.some(left => left.has('tests/modules/ledger.test.ts'))).toBe(false);
  expect([...ALWAYS].filter(path => !existsSync(join(root, path)))).toEqual([]);
});

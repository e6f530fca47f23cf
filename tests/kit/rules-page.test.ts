import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('every file that docs/rules.md names is there', () => {
  const page = readFileSync(join(root, 'docs/rules.md'), 'utf8');
  const named = [...page.matchAll(/`((?:client|server|shared|scripts|tests)\/[^`\s]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(100);
  const tests = (path: string) => globSync([`${path}.test.{ts,tsx}`, `${path}.long.test.ts`], { cwd: root }).length > 0;
  expect(named.filter(path => !existsSync(join(root, path)) && !tests(path))).toEqual([]);
});

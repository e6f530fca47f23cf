import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findUnknownNames } from './known-names.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The whole server is compiled anew: 18 s on two calm cores. */
const LIMIT = 600_000;
const PLANTED = 'tests/kit/records.types.ts';

it(
  'of records are those of their definitions, also in what a rule returns and in changes of other records',
  () => {
    const found = findUnknownNames('tsconfig.json', ROOT, ['server/', 'shared/', PLANTED]);
    const planted = readFileSync(join(ROOT, PLANTED), 'utf8')
      .split('\n')
      .flatMap((text, n) => {
        const name = /\/\/ unknown: (\S+)$/.exec(text)?.[1];
        return name ? [{ path: PLANTED, line: n + 1, name }] : [];
      });
    expect(planted.length).toBeGreaterThan(5);
    expect(found.filter(({ path }) => path === PLANTED)).toEqual(expect.arrayContaining(planted));
    expect(found.filter(({ path }) => path !== PLANTED)).toEqual([]);
  },
  LIMIT,
);

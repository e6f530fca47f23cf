import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

interface Locked {
  resolved?: string;
  integrity?: string;
  link?: boolean;
}

const file = join(import.meta.dirname, '../../package-lock.json');
const packages: Record<string, Locked> = JSON.parse(readFileSync(file, 'utf8')).packages;

it('names no place that a package comes from, and the sum of each', () => {
  const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(fetched.length).toBeGreaterThan(100);
  expect(fetched.filter(([, { resolved, integrity }]) => resolved || !integrity)).toEqual([]);
});

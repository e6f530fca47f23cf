import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optionalDependencies?: Record<string, string>;
}

const file = join(import.meta.dirname, '../../package-lock.json');
const packages: Record<string, Locked> = JSON.parse(readFileSync(file, 'utf8')).packages;

/** Whether a package finds another as Node does: in its own folder of packages, or in one further up. */
function finds(path: string, name: string): boolean {
  if (packages[`${path}/node_modules/${name}`.replace(/^\//, '')]) return true;
  const up = path.lastIndexOf('/node_modules/');
  return path !== '' && finds(up < 0 ? '' : path.slice(0, up), name);
}

/** What an optional package is called that holds a program for one kind of machine. */
const MACHINES = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-arm64', 'win32-x64'];

describe('package-lock.json', () => {
  it('has the packages of every kind of machine, which npm ci asks for', () => {
    const named = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).map(name => [path, name] as const),
    );
    for (const machine of MACHINES)
      expect(named.filter(([, name]) => name.includes(machine)).length, machine).toBeGreaterThan(5);
    expect(named.filter(([path, name]) => !finds(path, name))).toEqual([]);
  });

  it('names no place that a package comes from, and the sum of each', () => {
    const fetched = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
    expect(fetched.filter(([, { resolved, integrity }]) => resolved || !integrity)).toEqual([]);
  });
});

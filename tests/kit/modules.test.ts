import { MODULES } from '@lobby/shared/modules/index.ts';
import { describe, expect, it } from 'vitest';
import { readSources } from './structure.ts';

const APART = ['index', 'menu'];
/** Screens and rules over several modules, or none. */
const COMPOSED = ['account', 'staff', 'authorization', 'project'];
const files = [...readSources(['shared/modules/*.ts']).keys()].map(path =>
  path.slice('shared/modules/'.length, -'.ts'.length),
);
const nouns = files.filter(name => !APART.includes(name));

describe('the one list of modules', () => {
  it('has every module, once', async () => {
    expect(nouns.length).toBeGreaterThan(0);
    const found = await Promise.all(nouns.map(name => import(`../../shared/modules/${name}.ts`)));
    const defined = found.flatMap(file => Object.values<unknown>(file)).filter(isDefinition);
    expect(defined.map(one => one.name).sort()).toEqual(MODULES.map(one => one.name).sort());
    expect(new Set(MODULES.map(one => one.name)).size).toBe(MODULES.length);
  });

  it.each(['server', 'client'])('names the folders of %s', side => {
    const folders = new Set(
      [...readSources([`${side}/modules/*/**/*.{ts,tsx}`]).keys()].map(path => path.split('/')[2]),
    );
    expect([...folders].filter(name => name && !nouns.includes(name) && !COMPOSED.includes(name))).toEqual([]);
  });
});

function isDefinition(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'code' in value && 'name' in value && 'fields' in value;
}

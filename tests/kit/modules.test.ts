import { answers } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { MENU } from '@lobby/shared/modules/menu.ts';
import { describe, expect, it } from 'vitest';
import { readSources } from './structure.ts';

const APART = ['index', 'menu'];
/** Screens and rules over several modules, or none. */
const COMPOSED = ['account', 'staff', 'authorization', 'project'];
/** Screens that are opened at something else than a list with the button that makes one more. */
const NOT_AT_ONCE = ['unit-group', 'location', 'department', 'position', 'work-schedule'];
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

it('has in the menu what each of its screens makes', () => {
  const entries = MENU.flatMap(group => group.entries);
  const made = entries.flatMap(({ makes, module, route }) => (makes ? [`${makes} ${module} ${route}`] : []));
  const makers = MODULES.filter(one => answers(one, 'create') && entries.some(({ route }) => route === one.route));
  const expected = makers.filter(({ name }) => !NOT_AT_ONCE.includes(name));
  expect(made.toSorted()).toEqual(expected.map(({ name, code, route }) => `${name} ${code} ${route}`).toSorted());
});

function isDefinition(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'code' in value && 'name' in value && 'fields' in value;
}

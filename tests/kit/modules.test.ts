import { ADMIN_ONLY, givenCodes } from '@lobby/server/demo/positions.ts';
import { answers, type Definition } from '@lobby/shared/kit/definition.ts';
import { MODULES } from '@lobby/shared/modules/index.ts';
import { opensAt } from '@lobby/shared/modules/menu.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { REGISTRY } from '@lobby/shared/modules/registry.ts';
import { describe, expect, it } from 'vitest';
import { findOneSided, readSources } from './structure.ts';

const APART = ['index', 'menu', 'registry', 'recordless-modules'];
/** Folders that are called by no definition, each with its reason. */
const COMPOSED: Readonly<Record<string, string>> = {
  'accounting-sync': 'a connection, its codes, runs and rows, each with a definition of its own',
  'resident-home': 'calls of one screen over many modules',
  retention: 'figures over the records of several modules',
  staff: 'employees, departments, positions and their rights',
};
/** Folders of one side alone, each with its reason. */
const ONE_SIDED: Readonly<Record<string, string>> = {
  'server/modules/resident-home': 'its screen is the first page of the residents’ app, client/resident',
};
/** Screens that do not open at a list with a create button. */
const NOT_AT_ONCE = [
  'unit-group',
  'location',
  'department',
  'position',
  'work-schedule',
  'sync-connection',
  'debt-comparison',
];
const files = [...readSources(['shared/modules/*.ts'], ['**/*.contract.ts']).keys()].map(path =>
  path.slice('shared/modules/'.length, -'.ts'.length),
);
const nouns = files.filter(name => !APART.includes(name));
const paths = [...readSources(['{client,server}/{modules,platform}/*/**/*.{ts,tsx}']).keys()];

describe('the one list of modules', () => {
  it('has every module, once', async () => {
    expect(nouns.length).toBeGreaterThan(0);
    const found = await Promise.all(nouns.map(name => import(`../../shared/modules/${name}.ts`)));
    const defined = found.flatMap(file => Object.values<unknown>(file)).filter(isDefinition);
    expect(defined.map(one => one.name).sort()).toEqual(MODULES.map(module => module.name).sort());
    expect(new Set(MODULES.map(module => module.name)).size).toBe(MODULES.length);
  });

  it('names the folders of both sides', () => {
    const named = new Set([...nouns, ...MODULES.map(module => module.name)]);
    const folders = new Set(paths.filter(path => path.includes('/modules/')).map(path => path.split('/')[2] ?? ''));
    expect(folders.size).toBeGreaterThan(70);
    expect([...folders].filter(name => !named.has(name)).toSorted()).toEqual(Object.keys(COMPOSED).toSorted());
  });
});

describe('the folders of a noun', () => {
  it('are called the same on both sides', () => {
    expect(findOneSided(paths)).toEqual(Object.keys(ONE_SIDED).toSorted());
  });

  it('are found on whichever side they stand alone', () => {
    const planted = [
      'client/modules/ticket/page.tsx',
      'server/modules/ticket/talk/messages.ts',
      'client/modules/reminder/page.tsx',
      'server/modules/elevator/free.ts',
      'client/platform/outbox/page.tsx',
      'client/platform/home/index.ts',
      'server/platform/home/routes.ts',
      'server/platform/metrics/metrics.ts',
    ];
    expect(findOneSided(planted)).toEqual([
      'client/modules/reminder',
      'client/platform/outbox',
      'server/modules/elevator',
    ]);
  });
});

it('has a screen and a picture for whatever the palette finds', () => {
  const parts = (one: Definition) => Object.values(one.fields).some(field => 'part' in field && field.part);
  const found = MODULES.filter(module => Object.values(module.fields).some(field => field.search) && !parts(module));
  expect(found.filter(one => !opensAt(one) || !one.icon).map(({ name }) => name)).toEqual([]);
  expect(found.length).toBeGreaterThan(15);
});

it('has in the menu what each of its screens makes', () => {
  const made = MODULES.filter(({ menu }) => menu?.makes).map(({ name }) => name);
  const makers = MODULES.filter(module => module.menu && answers(module, 'create')).map(({ name }) => name);
  expect(made.toSorted()).toEqual(makers.filter(name => !NOT_AT_ONCE.includes(name)).toSorted());
});

it('opens a list that has work in it on that work', () => {
  const working = MODULES.filter(({ list }) => Object.keys(list.waits ?? {}).length > 0 && list.tabs);
  expect(working.length).toBeGreaterThan(20);
  const opensOnAll = ({ list }: (typeof working)[number]) =>
    Object.keys(Object.values(list.tabs ?? {})[0] ?? {}).length === 0;
  expect(working.filter(opensOnAll).map(({ name }) => name)).toEqual([]);
});

it('tells the pickers of the first load what tells namesakes apart, and what they offer', () => {
  const kept = (name: string) => REGISTRY.find(one => one.name === name);
  expect(kept('resident')?.apart).toEqual(['unitId', 'role', 'phone']);
  expect(kept('unit')?.apart).toEqual(['blockId', 'floorId', 'type']);
  expect(kept('employee')).toMatchObject({ apart: ['departmentId'], offered: { status: 'ACTIVE' } });
});

it('gives each module to a position of the demo, or says that it is the administrators’', () => {
  const given = givenCodes();
  expect(CODES.filter(code => !given.has(code) && !ADMIN_ONLY.some(only => only === code))).toEqual([]);
  expect(ADMIN_ONLY.filter(code => given.has(code))).toEqual([]);
});

function isDefinition(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'code' in value && 'name' in value && 'fields' in value;
}

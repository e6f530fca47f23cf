import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Lines of a source that the rules of `biome.json` refuse at a path. */
function refusedLines(source: string, path = 'planted.ts'): number[] {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as { plugins: string[] };
  const plugins = config.plugins.map(plugin => join(root, plugin));
  const dir = mkdtempSync(join(tmpdir(), 'lobby-lint-'));
  try {
    writeFileSync(join(dir, 'biome.json'), JSON.stringify({ ...config, plugins, vcs: { enabled: false } }));
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), source);
    const { stderr } = spawnSync(join(root, 'node_modules/.bin/biome'), ['lint', '--diagnostic-level=error', path], {
      cwd: dir,
      encoding: 'utf8',
    });
    return [...stderr.matchAll(/planted\.tsx?:(\d+):\d+ (?:plugin|lint)/g)].map(([, line]) => Number(line));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

it('refuses a spread of a literal in an object, an array and a call', () => {
  const planted = [
    'export const a = { ...{ b: 1 }, c: 2 };',
    "export const d = [...(['x', 'y'] as const), 'z'];",
    'export const e = Math.max(...[1, 2]);',
    'export const h = { ...({ b: 1 } satisfies object) };',
  ];
  expect(refusedLines(planted.join('\n'))).toEqual([1, 2, 3, 4]);
});

it('refuses a spread of a literal in the attributes of an element', () => {
  const planted = [
    'export const a = <Tab {...{ field: 1 }} to="x" />;',
    'export const b = <Tab {...({ field: 1 } as const)}>text</Tab>;',
    'export const c = <Tab {...props} {...(open && { field: 1 })} />;',
  ];
  expect(refusedLines(planted.join('\n'), 'planted.tsx')).toEqual([1, 2]);
});

it('lets a name and a condition be spread', () => {
  const allowed = ['export const f = { ...(a.c && { g: 1 }), ...a };', 'export const i = [...[1, 2].map(x => x)];'];
  expect(refusedLines(allowed.join('\n'))).toEqual([]);
});

it('lets modules, platform and app read by typed records alone', () => {
  const planted = [
    "import { collectionOf } from '../../kit/store/schema.ts';",
    "import { modelOf } from '../../kit/store/schema.ts';",
    'export const found = [collectionOf, modelOf];',
  ].join('\n');
  for (const part of ['modules/unit', 'platform/auth', 'app'])
    expect(refusedLines(planted, `server/${part}/planted.ts`)).toEqual([2]);
  expect(refusedLines(planted, 'server/kit/records/planted.ts')).toEqual([]);
});

it('lets modules name what their records are', () => {
  const planted = [
    "import type { Stored } from '../../kit/store/schema.ts';",
    "import { collectionOf, type Stored as Any } from '../../kit/store/schema.ts';",
    'export const found = (one: Stored, other: Any) => [collectionOf, one, other];',
  ].join('\n');
  expect(refusedLines(planted, 'server/modules/unit/planted.ts')).toEqual([1, 2]);
  expect(refusedLines(planted, 'server/kit/records/planted.ts')).toEqual([]);
});

const sourcesIn = (folder: string) =>
  globSync(`${folder}/**/*.tsx`, { cwd: root }).map(path => [path, readFileSync(join(root, path), 'utf8')] as const);

it('residents type numbers with the keys of their phone: no field has arrows, or a wheel that changes it', () => {
  const found = sourcesIn('client/resident').filter(([, text]) => /type=(["'])number\1|type=\{'number'\}/.test(text));
  expect(found.map(([path]) => path)).toEqual([]);
});

it('the filled button of a list stands at the end of its title, where every list has it', () => {
  /** Text between the braces of the attribute. */
  const headOf = (text: string) => {
    const from = text.indexOf('headExtras={');
    let depth = 0;
    for (let at = text.indexOf('{', from); from >= 0 && at < text.length; at++) {
      if (text[at] === '{') depth++;
      if (text[at] === '}' && --depth === 0) return text.slice(from, at);
    }
    return '';
  };
  const lists = sourcesIn('client/{modules,platform}').filter(([, text]) => headOf(text));
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter(([, text]) => headOf(text).includes('look="filled"')).map(([path]) => path)).toEqual([]);
});

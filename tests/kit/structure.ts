import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix } from 'node:path';
import { parseSync } from 'vite';

/** Path in the repository -> text. */
export type Sources = ReadonlyMap<string, string>;

const root = join(import.meta.dirname, '../..');
const MAY_REACH: Readonly<Record<string, readonly string[]>> = {
  shared: ['shared'],
  server: ['server', 'shared'],
  client: ['client', 'shared'],
};

/** Folders of each kit in layers from bottom to top: a folder may import from lower layers only. */
const FLOORS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['base', 'ops', 'paper'],
    ['database'],
    ['privacy'],
    ['mail', 'store'],
    ['http'],
    ['files', 'jobs', 'mail/reports'],
    ['records'],
    ['live', 'sheets', 'thread'],
    ['sheets/import'],
    [''],
  ],
  client: [
    ['base', 'http', 'ui/paper'],
    ['records', 'session'],
    ['i18n', 'live'],
    ['acts', 'list', 'offline', 'preferences', 'refs'],
    ['', 'ui', 'ui/list/model'],
    ['ui/camera', 'ui/form', 'ui/import', 'ui/list/views'],
    ['ui/actions'],
    ['ui/detail'],
    ['ui/list', 'ui/thread', 'ui/tree'],
    ['ui/pages'],
  ],
};

const MODULE_LIST = 'server/app/modules.ts';

/** Satellites that other modules stand on while their main noun stands on those modules: each has an index of its own. */
const LOWER_DOORS: readonly string[] = [
  'server/modules/accounting-sync/rows/index.ts',
  'server/modules/maintenance/repair/index.ts',
  'server/modules/visitor/watch/index.ts',
];

/** Sources matching the patterns, without packages, builds and, by default, tests. */
export function readSources(patterns: readonly string[], exclude: readonly string[] = ['**/*.test.*']): Sources {
  const apart = ['**/node_modules', '**/dist', ...exclude];
  const paths = globSync([...patterns], { cwd: root, exclude: apart }).map(path => path.replaceAll('\\', '/'));
  return new Map(paths.sort().map(path => [path, readFileSync(join(root, path), 'utf8')]));
}

/**
 * Violations of the import rules, a sentence each: server -> shared <- client, kit below modules, modules by their
 * entry points.
 */
export function findForbidden(sources: Sources): string[] {
  const found: string[] = [];
  for (const [path, text] of sources) {
    if (!path.startsWith('client/') && /\.[jt]sx$/.test(path)) found.push(`${path}: no JSX outside client`);
    for (const wanted of readImports(path, text)) {
      const reason = refuse(path, wanted);
      if (reason) found.push(`${path} imports ${wanted}: ${reason}`);
    }
  }
  return found;
}

/** Imports of a file: static, dynamic and type-only. */
function readImports(path: string, text: string): string[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const reexports = module.staticExports.flatMap(staticExport =>
    staticExport.entries.map(entry => entry.moduleRequest?.value ?? ''),
  );
  const inPlace = [...text.matchAll(/\bimport\(\s*['"`]([^'"`$]+)/g)].map(match => match[1] ?? '');
  return [
    ...module.staticImports.map(staticImport => staticImport.moduleRequest.value),
    ...reexports,
    ...inPlace,
  ].filter(Boolean);
}

/** Imports by which a contract would come into the browser with its schemas, `importer > contract` each; an import of its type brings nothing. */
export const findContractsBrought = (sources: Sources): string[] =>
  [...sources]
    .filter(([path, text]) => !path.endsWith('.contract.ts') && text.includes('.contract.ts'))
    .flatMap(([path, text]) =>
      readValueImports(path, text)
        .map(wanted => resolve(path, wanted) ?? '')
        .filter(target => target.endsWith('.contract.ts'))
        .map(target => `${path} > ${target}`),
    );

/** Paths that a file imports for values, not for types alone. */
function readValueImports(path: string, text: string): string[] {
  const { module } = parseSync(path, text);
  const imported = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  );
  const reexported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))),
  );
  const inPlace = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1));
  return [...imported.map(one => one.moduleRequest.value), ...reexported, ...inPlace];
}

function refuse(path: string, wanted: string): string | undefined {
  const [from = '', part = '', name = ''] = path.split('/');
  if (from === 'shared' && isBuiltin(wanted)) return 'shared runs in browsers too';
  const target = resolve(path, wanted);
  if (!target) return undefined;
  const [to = '', toPart = '', toName = ''] = target.split('/');
  if (!MAY_REACH[from]?.includes(to)) return `${from} may reach ${MAY_REACH[from]?.join(' and ')} only`;
  if (from !== to && wanted.startsWith('.')) return `another workspace is reached as @lobby/${to}`;
  if (part === 'kit' && ['modules', 'platform', 'shell'].includes(toPart)) return `kit stands below ${toPart}`;
  if (from === 'server' && to === from && part === 'platform' && ['modules', 'demo', 'migrations'].includes(toPart))
    return `platform stands below ${toPart}`;
  if (/^server\/migrations\/\d/.test(path) && ['modules', 'platform', 'demo'].includes(toPart))
    return 'a migration names collections and values as they were stored by then';
  if (part === 'kit' && toPart === 'kit' && from === to && FLOORS[from]) return refuseFloor(from, path, target);
  if (/^server\/modules\/[^/]+\/module\.ts$/.test(target) && path !== MODULE_LIST)
    return `${MODULE_LIST} alone lists modules`;
  if (from === 'server' && part === 'app' && to === 'server' && toPart === 'modules' && path !== MODULE_LIST)
    return 'what a module gives to the server stands in its module.ts';
  // Screens of the client's platform compose those of modules, and the other way round.
  const roomsOfScreens = from === 'client' ? ['modules', 'platform'] : ['modules'];
  const another =
    to !== 'shared' &&
    roomsOfScreens.includes(part) &&
    roomsOfScreens.includes(toPart) &&
    (part !== toPart || name !== toName);
  // The client's routes name the pages of its modules.
  const outside =
    from === 'server' && to === 'server' && part !== 'modules' && toPart === 'modules' && path !== MODULE_LIST;
  const door = LOWER_DOORS.includes(target) || /^[^/]+\/(?:modules|platform)\/[^/]+\/index\.tsx?$/.test(target);
  return (another || outside) && !door ? 'a module is reached through its index or its definition' : undefined;
}

/** Path in the repository of an import; undefined for a package. */
function resolve(path: string, wanted: string): string | undefined {
  if (wanted.startsWith('@lobby/')) return wanted.slice('@lobby/'.length);
  return wanted.startsWith('.') ? posix.join(posix.dirname(path), wanted) : undefined;
}

/** Reason why a kit file may not import another of the same kit; undefined within a folder and downwards. */
function refuseFloor(side: string, path: string, target: string): string | undefined {
  const floorOf = (room: string) => FLOORS[side]?.findIndex(rooms => rooms.includes(room)) ?? -1;
  // A room within another stands on its floor, unless it has one of its own.
  const roomOf = (file: string) => {
    let room = posix.dirname(file).slice(`${side}/kit/`.length);
    while (floorOf(room) < 0 && room.includes('/')) room = posix.dirname(room);
    return room;
  };
  const [room, other] = [roomOf(path), roomOf(target)];
  if (floorOf(room) < 0) return `the room ${room} has no floor in tests/kit/structure.ts`;
  return room === other || floorOf(other) < floorOf(room) ? undefined : `${room} does not stand above ${other}`;
}

/** Folders of `modules` and `platform` that one side has and the other has not, as `side/part/name`; the server's platform has more than screens. */
export function findOneSided(paths: Iterable<string>): string[] {
  const folders = new Set([...paths].map(path => path.split('/').slice(0, 3).join('/')));
  const other = (folder: string) => folder.replace(/^\w+/, side => (side === 'server' ? 'client' : 'server'));
  return [...folders].filter(folder => !folder.startsWith('server/platform/') && !folders.has(other(folder))).sort();
}

/** Calls at import time in module files, as `path:line`: modules export their parts and register nothing themselves. */
export function findCallsAtImport(sources: Sources): string[] {
  return [...sources].flatMap(([path, text]) =>
    parseSync(path, text).program.body.flatMap(statement =>
      statement.type === 'ExpressionStatement' && statement.expression.type === 'CallExpression'
        ? [`${path}:${text.slice(0, statement.start).split('\n').length}`]
        : [],
    ),
  );
}

/** Import cycles, a list of paths each. */
export function findCircles(sources: Sources): string[][] {
  const imports = new Map(
    [...sources].map(([path, text]) => [path, readImports(path, text).flatMap(wanted => resolve(path, wanted) ?? [])]),
  );
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) circles.push(way.slice(at));
    if (at >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const path of sources.keys()) visit(path, []);
  return circles;
}

/** Loops over the projects in modules, as `path:line`: such a loop ends at the first project that fails; `defineJob` goes on. */
export const findProjectLoops = (sources: Sources): string[] =>
  [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/\bprojects\(\)\s*\.find\(/g)].map(
      ({ index }) => `${path}:${text.slice(0, index).split('\n').length}`,
    ),
  );

/** Jobs that a module exports and its `module.ts` does not list, as `path name`: they would never run. */
export function findForgottenJobs(sources: Sources): string[] {
  const found: string[] = [];
  for (const [path, text] of sources) {
    const [, , module = ''] = path.split('/');
    const listed = sources.get(`server/modules/${module}/module.ts`)?.match(/^ {2}jobs: \[([^\]]*)\]/m)?.[1] ?? '';
    for (const statement of parseSync(path, text).program.body) {
      if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
        continue;
      for (const { id, init } of statement.declaration.declarations) {
        if (id.type !== 'Identifier') continue;
        const isTyped = /:\s*Job$/.test(text.slice(id.start, id.end));
        const isMade =
          init?.type === 'CallExpression' && /^(?:define|make)\w*Job\(/.test(text.slice(init.start, init.end));
        if ((isTyped || isMade) && !listed.split(/\W+/).includes(id.name)) found.push(`${path} ${id.name}`);
      }
    }
  }
  return found;
}

const WRITES = '(?:(?:insert|update|delete|replace)(?:One|Many)|bulkWrite|findOneAnd\\w+)';

/**
 * Writes to the collection of a definition past `save`, `saveNew` and what stands beside them, as `path:line`: directly, or by a name under which a file
 * of the module keeps the collection.
 */
export function findWritesPastSave(sources: Sources): string[] {
  const found: string[] = [];
  const named = /const (\w+) = (?:\(\) =>\s*)?db\(\)\s*\.collection(?:<[^(]*>)?\(collectionOf\(\w+\)\);/g;
  const names = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(named)].map(([, name = '']) => ({ name, path, module: path.split('/')[2] })),
  );
  for (const [path, text] of sources) {
    const known = names.filter(
      name =>
        name.path === path ||
        (name.module === path.split('/')[2] && new RegExp(`import \\{[^}]*\\b${name.name}\\b`).test(text)),
    );
    const handles = ['collectionOf\\(\\w+\\)\\)', ...known.map(({ name }) => `\\b${name}(?:\\(\\))?`)];
    for (const handle of new Set(handles))
      for (const { index } of text.matchAll(new RegExp(`${handle}\\s*\\.${WRITES}\\(`, 'g')))
        found.push(`${path}:${text.slice(0, index).split('\n').length}`);
  }
  return found;
}

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

/** The sources that the patterns match, without packages, builds and (unless asked for) tests. */
export function readSources(patterns: readonly string[], exclude: readonly string[] = ['**/*.test.*']): Sources {
  const apart = ['**/node_modules', '**/dist', ...exclude];
  const paths = globSync([...patterns], { cwd: root, exclude: apart }).map(path => path.replaceAll('\\', '/'));
  return new Map(paths.sort().map(path => [path, readFileSync(join(root, path), 'utf8')]));
}

/** What the import rules forbid, one sentence each: server -> shared <- client, kit below modules, modules by their doors. */
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

/** What a file imports: statically, dynamically or as a type. */
function readImports(path: string, text: string): string[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const reexports = module.staticExports.flatMap(one => one.entries.map(entry => entry.moduleRequest?.value ?? ''));
  const inPlace = [...text.matchAll(/\bimport\(\s*['"`]([^'"`$]+)/g)].map(match => match[1] ?? '');
  return [...module.staticImports.map(one => one.moduleRequest.value), ...reexports, ...inPlace].filter(Boolean);
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
  const another = to !== 'shared' && part === 'modules' && toPart === 'modules' && name !== toName;
  const door = /^[^/]+\/modules\/[^/]+\/index\.tsx?$/.test(target);
  return another && !door ? 'a module reaches another through its index or its definition' : undefined;
}

/** The path in the repository that an import means; undefined for a package. */
function resolve(path: string, wanted: string): string | undefined {
  if (wanted.startsWith('@lobby/')) return wanted.slice('@lobby/'.length);
  return wanted.startsWith('.') ? posix.join(posix.dirname(path), wanted) : undefined;
}

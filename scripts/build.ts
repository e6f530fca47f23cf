import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'client/dist/.sources');

/** Sources of the client build; other files may change without a new build. */
const SOURCES = ['client/**', 'shared/**', 'package-lock.json', 'tsconfig.base.json'];
const APART = ['**/node_modules', 'client/dist', '**/*.test.ts', '**/*.test.tsx'];

const files = globSync(SOURCES, { cwd: root, exclude: APART, withFileTypes: true })
  .filter(file => file.isFile())
  .map(file => join(file.parentPath, file.name))
  .sort();
const sources = hashFiles();
if (readStamp() !== sources) {
  console.log('Building the client');
  const { build } = await import('vite');
  await build({ root: join(root, 'client'), logLevel: 'warn' });
  // After the back office, whose build empties the common output folder.
  await build({ root: join(root, 'client/resident'), logLevel: 'warn' });
  // Written last, so that an interrupted build leaves no stamp.
  writeFileSync(stamp, sources);
}
console.log(`The client of ${files.length} source files is built`);
console.log('Script, gzip (budgets stand in vite.config.ts):');
for (const [name, folder] of [
  ['back office', 'client/dist'],
  ['residents’ app', 'client/dist/resident'],
] as const)
  console.log(weightIn(name, join(root, folder)));

interface Weights {
  start: number;
  budgets: { start: number; screen: number };
  screens: { file: string; kB: number }[];
}

function weightIn(name: string, folder: string): string {
  const { start, budgets, screens }: Weights = JSON.parse(readFileSync(join(folder, '.weights.json'), 'utf8'));
  const heaviest = screens.slice(0, 3).map(({ file, kB }) => `${file} ${kB}`);
  const middle = screens[screens.length >> 1]?.kB;
  return `${name}: start ${start} of ${budgets.start} kB; a screen ${middle} at the median of ${budgets.screen}, most: ${heaviest.join(', ')}`;
}

function hashFiles(): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function readStamp(): string {
  try {
    return readFileSync(stamp, 'utf8');
  } catch {
    return '';
  }
}

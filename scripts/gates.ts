import { join } from 'node:path';
import { findMongod } from '../server/embedded-mongod/find-mongod.ts';
import { CHROMIUM } from './find-chromium.ts';
import { findProgram, type Program } from './find-program.ts';
import { type Gate, runGates, type Tally } from './gate.ts';
import { runTests, underway } from './run-tests.ts';

const root = join(import.meta.dirname, '..');

/** Exit codes of a run. */
const END = { good: 0, fault: 1, environment: 2, late: 3 } as const;
/** Limit of a whole run; `npm run prove` may take longer. */
const LIMIT_MINUTES = process.env.PROVE || process.env.LONG ? 180 : 60;
const ownFiles = (output: string) =>
  output.split('\n').filter(line => line.startsWith(root) && !line.includes('node_modules')).length;
/** Returns `count` lines of an output, starting at the first that matches. */
const linesAfter = (begins: RegExp, count: number) => (output: string) => {
  const lines = output.split('\n');
  const from = lines.findIndex(line => begins.test(line));
  return from < 0 ? [] : lines.slice(from, from + count).map(line => line.trim().slice(0, 220));
};
const figure = (pattern: RegExp) => (output: string) => Number(pattern.exec(output)?.[1] ?? 0);

/** Two lanes, for machines with two cores. */
const LANES: Gate[][] = [
  [
    {
      name: 'types of server, shared, scripts, tests',
      command: ['tsc', '-p', 'tsconfig.json', '--listFiles'],
      count: ownFiles,
    },
    {
      name: 'build of the client',
      command: ['node', 'scripts/build.ts'],
      count: figure(/client of (\d+) source files/),
      tell: linesAfter(/^Script, gzip/, 3),
    },
  ],
  [
    {
      name: 'lint and format',
      command: ['biome', 'check', '--colors=off', '--error-on-warnings', '.'],
      count: figure(/Checked (\d+) files/),
    },
    {
      name: 'unused files, exports and packages',
      command: ['knip', '--no-progress', '--reporter', 'symbols', '--reporter', './scripts/knip-count.ts'],
      count: figure(/knip read (\d+) files/),
    },
    { name: 'types of the client', command: ['tsc', '-p', 'client/tsconfig.json', '--listFiles'], count: ownFiles },
  ],
];

/** Small sizes of all benchmarks, to notice when one breaks; their results are not judged. */
const FIGURES: Gate[] = [
  {
    name: 'figures of speed, small sizes',
    command: ['node', 'tests/load/bench.ts', '--quick'],
    count: ranIn,
    tell: output => [...linesAfter(/^S12 /, 5)(output), ...linesAfter(/^S13 /, 2)(output)],
  },
  { name: 'faults, small sizes', command: ['node', 'tests/faults/faults.ts', '--quick'], count: ranIn },
];
/** Counts the benchmarks that printed a line. */
function ranIn(output: string): number {
  return [...output.matchAll(/^[SF]\d+ {2}/gm)].length;
}

// With arguments only some tests run; the gates run with all of them.
const filters = process.argv.slice(2);
const option = filters.find(filter => filter.startsWith('-'));
if (option) {
  console.log(`${option} is no part of a path. npm test -- tests/contract, ONLY=label npm test, npm run prove`);
  process.exit(END.environment);
}

setTimeout(() => {
  console.log(`OUT OF TIME  ${LIMIT_MINUTES} minutes have passed, in ${stage}`);
  for (const file of underway()) console.log(`under way: ${file}`);
  process.exit(END.late);
}, LIMIT_MINUTES * 60_000).unref();
let stage = 'the static checks';

// Attack and fault tests depend on timing, ports and the network: `npm run prove` runs them too.
if (filters.length > 0) process.env.FILTERED = '1';
const proof = process.env.PROVE || process.env.LONG || filters.length > 0 ? ['proof'] : [];
if (proof.length === 0) process.env.SAMPLE_FILES = '1';

/** Programs that some tests need but the product does not; without one its tests are skipped. Those with `packages` are installed. */
const PROGRAMS: Program[] = [
  CHROMIUM,
  { title: 'nginx', setting: 'NGINX', names: ['nginx'], elsewhere: ['/usr/sbin/nginx'] },
  { title: 'Python', setting: 'PYTHON', names: ['python3'], packages: proof.length > 0 ? ['python3-venv'] : [] },
];

/** Ends the run if the machine lacks something that all tests need; says nothing about the tree. */
function endWithout(what: string): never {
  console.log(`ENVIRONMENT  ${what}`);
  process.exit(END.environment);
}

function endWith(tallies: readonly Tally[]): never {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 && passed > 0 ? END.good : END.fault);
}

/** Runs the benchmarks one after another, because each needs the whole machine. */
const measured = () => runGates(chromium ? FIGURES : FIGURES.slice(1));

/** Returns why there is no database; undefined if there is one. */
const missingDatabase = () => findMongod(process.env, console.log).then(() => undefined, String);

/** Sets the paths of the programs for the tests, one after another because apt-get does not run concurrently. */
async function findPrograms(): Promise<void> {
  for (const program of PROGRAMS) {
    const path = await findProgram(program, console.log);
    if (path) process.env[program.setting] = path;
  }
}

const gates = filters.length > 0 ? [] : LANES;
const [, noDatabase, ...checked] = await Promise.all([findPrograms(), missingDatabase(), ...gates.map(runGates)]);

// Caches compiled sources for the many servers and commands that the tests start.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
const { CHROMIUM: chromium, CI, ONLY } = process.env;
if (checked.some(gate => gate.failed > 0)) {
  console.log('The tests are not run: a static check is red.');
  endWith(checked);
}
if (noDatabase) endWithout(noDatabase);
if (!chromium && CI) endWithout('no Chromium was found, which CI must have (PATH, CHROMIUM=<path>, Debian package)');
stage = 'the figures';
const figures = proof.length > 0 && filters.length === 0 ? await measured() : { passed: 0, failed: 0 };
stage = 'the tests';
const tested = await runTests(['unit', 'client', 'server', ...proof, ...(chromium ? ['browser'] : [])], filters);
if (!chromium) tested.leftOut.push('tests/browser: no Chromium was found (PATH, CHROMIUM=<path>, Debian package)');
for (const line of tested.leftOut) console.log(`LEFT OUT  ${line}`);
if (ONLY) console.log(`What every module owes was proved for these alone: ${ONLY}`);

endWith([...checked, figures, tested]);

import { join } from 'node:path';
import { findChromium } from './find-chromium.ts';
import { type Gate, runGates } from './gate.ts';
import { runTests } from './run-tests.ts';

const root = join(import.meta.dirname, '..');
const ownFiles = (output: string) =>
  output.split('\n').filter(line => line.startsWith(root) && !line.includes('node_modules')).length;
const figure = (pattern: RegExp) => (output: string) => Number(pattern.exec(output)?.[1] ?? 0);

/** Two lanes, for two cores. */
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

// With arguments it is someone at work on these tests: the gates wait for the whole run.
const filters = process.argv.slice(2);
const gates = filters.length > 0 ? [] : LANES;
const [chromium, ...tallies] = await Promise.all([findChromium(console.log), ...gates.map(runGates)]);

// The many servers and commands that the tests start are stripped of their types once.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compiled');
if (chromium) process.env.CHROMIUM = chromium;
else console.log('No Chromium was found (PATH, CHROMIUM=<path>, Debian package): the browser tests are left out');
// Attacks and faults judge by time, ports and the network: `npm run prove` runs them too.
const proof = process.env.PROVE || filters.length > 0 ? ['proof'] : [];
tallies.push(await runTests(['unit', 'client', 'server', ...proof, ...(chromium ? ['browser'] : [])], filters));
if (!chromium && process.env.CI) tallies.push({ passed: 0, failed: 1 });

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

import { relative } from 'node:path';
import { startVitest, type TestModule, type Vitest } from 'vitest/node';
import { FailuresAtOnce } from './failures-at-once.ts';
import type { Tally } from './gate.ts';
import { slowest } from './slowest.ts';

interface Tested extends Tally {
  /** Tests that were skipped with a reason, such as a missing program. */
  leftOut: string[];
}

/** A test file with failures, and its first error. */
interface FailedFile {
  project: string;
  file: string;
  error: string;
  /** Number of its tests that passed in the same run. */
  passed: number;
}
interface Run extends Tested {
  failedFiles: FailedFile[];
  /** Failures that belong to no file. */
  elsewhere: number;
}

/** More failed files than this are not taken for flaky tests. */
const MOST_FILES = 5;
const TRIES = 2;

/**
 * Runs the given vitest projects, or only their files that match `filters`; a project without tests is a failure. Without
 * filters,
 * failed files run again, each alone on a new mongod; those that pass then are printed as unstable and do not fail the run.
 */
export async function runTests(projects: readonly string[], filters: readonly string[]): Promise<Tested> {
  const { passed, failed, leftOut, failedFiles, elsewhere } = await runOnce(projects, filters);
  if (filters.length > 0 || elsewhere > 0 || failedFiles.length === 0 || failedFiles.length > MOST_FILES)
    return { passed, failed, leftOut };
  const tally = { passed, failed: 0, leftOut };
  const unstable: FailedFile[] = [];
  for (const failedFile of failedFiles) {
    const last = await runAgain(failedFile);
    if (last.failed === 0) {
      unstable.push(failedFile);
      tally.passed += last.passed - failedFile.passed;
    } else tally.failed += last.failed;
  }
  for (const { file, error } of unstable) console.log(`unstable ${file}: ${error}`);
  return tally;
}

async function runAgain({ project, file }: FailedFile): Promise<Run> {
  for (let left = TRIES; ; left--) {
    console.log(`Again, alone: ${file}`);
    const run = await runOnce([project], [file], 1);
    if (run.failed === 0 || left === 1) return run;
  }
}

let current: Vitest | undefined;

/** Returns the test files that are running. */
export const underway = (): string[] =>
  (current?.state.getTestModules() ?? [])
    .filter(module => module.state() === 'pending')
    .map(module => module.relativeModuleId);

async function runOnce(projects: readonly string[], filters: readonly string[], maxWorkers?: number): Promise<Run> {
  const options = {
    run: true,
    watch: false,
    project: [...projects],
    reporters: ['default', new FailuresAtOnce()],
    ...(maxWorkers && { maxWorkers }),
  };
  const follow = {
    name: 'what is under way',
    configureVitest({ vitest }: { vitest: Vitest }) {
      current = vitest;
    },
  };
  const vitest = await startVitest('test', [...filters], options, { plugins: [follow] });
  const modules = vitest.state.getTestModules();
  const run: Run = { passed: 0, failed: 0, leftOut: [], failedFiles: [], elsewhere: 0 };
  const seen = new Set<string>();
  for (const module of modules) {
    const { passed, failed } = countModule(module);
    run.leftOut.push(...leftOutOf(module));
    run.passed += passed;
    run.failed += failed;
    if (passed + failed > 0) seen.add(module.project.name);
    if (failed > 0)
      run.failedFiles.push({
        project: module.project.name,
        file: module.relativeModuleId,
        error: firstError(module),
        passed,
      });
  }
  addUnhandled(run, vitest);
  for (const name of missingOf(projects, filters, seen)) {
    console.log(`FAILED  ${name} tests: none ran`);
    run.failed++;
    run.elsewhere++;
  }
  for (const line of slowest(modules)) console.log(line);
  await vitest.close();
  return run;
}

/** An unhandled error counts for the file that ran when it occurred. */
function addUnhandled(run: Run, vitest: Vitest): void {
  for (const error of vitest.state.getUnhandledErrors() as { message?: string; VITEST_TEST_PATH?: string }[]) {
    run.failed++;
    const module = vitest.state.getTestModules().find(testModule => testModule.moduleId === error.VITEST_TEST_PATH);
    if (!module) run.elsewhere++;
    else if (!run.failedFiles.some(failedFile => failedFile.file === module.relativeModuleId))
      run.failedFiles.push({
        project: module.project.name,
        file: module.relativeModuleId,
        error: String(error.message),
        passed: countModule(module).passed,
      });
  }
}

/** Returns the projects that ran no tests; with filters, it is enough that any project ran some. */
function missingOf(projects: readonly string[], filters: readonly string[], seen: ReadonlySet<string>): string[] {
  if (filters.length > 0) return seen.size > 0 ? [] : [filters.join(' ')];
  return projects.filter(name => !seen.has(name));
}

/** Files that fail to load and failing hooks count as failures too, because their tests never ran. */
function countModule(module: TestModule): Tally {
  const states = [...module.children.allTests()].map(test => test.result().state);
  const broken = [module, ...module.children.allSuites()].filter(suite => suite.errors().length > 0).length;
  const failed = states.filter(state => state === 'failed').length + broken;
  return { passed: states.filter(state => state === 'passed').length, failed };
}

function firstError(module: TestModule): string {
  const of = (part: { fullName?: string }, message?: string) =>
    `${part.fullName ?? ''} ${message ?? ''}`.trim().split('\n', 1)[0] ?? '';
  for (const suite of [module, ...module.children.allSuites()]) {
    const [error] = suite.errors();
    if (error) return of(suite as { fullName?: string }, error.message);
  }
  for (const test of module.children.allTests('failed')) return of(test, test.result().errors?.[0]?.message);
  return 'unknown';
}

function leftOutOf(module: TestModule): string[] {
  return [...module.children.allTests('skipped')].flatMap(test => {
    const result = test.result();
    const file = relative(module.project.config.root, module.moduleId);
    return result.state === 'skipped' && result.note ? [`${file}: ${result.note}`] : [];
  });
}

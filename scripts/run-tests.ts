import { startVitest, type TestModule } from 'vitest/node';
import type { Tally } from './gate.ts';

/** Runs the vitest projects named, or in them only the files that `filters` choose; a project without a test is a failure. */
export async function runTests(projects: readonly string[], filters: readonly string[]): Promise<Tally> {
  const vitest = await startVitest('test', [...filters], { run: true, watch: false, project: [...projects] });
  const modules = vitest.state.getTestModules();
  const tally = { passed: 0, failed: vitest.state.getUnhandledErrors().length };
  const seen = new Set<string>();
  for (const module of modules) {
    const { passed, failed } = countModule(module);
    tally.passed += passed;
    tally.failed += failed;
    if (passed + failed > 0) seen.add(module.project.name);
  }
  for (const name of missingOf(projects, filters, seen)) {
    console.log(`FAILED  ${name} tests: none ran`);
    tally.failed++;
  }
  await vitest.close();
  return tally;
}

/** The projects that ought to have run and did not; with filters, one that ran is enough. */
function missingOf(projects: readonly string[], filters: readonly string[], seen: ReadonlySet<string>): string[] {
  if (filters.length > 0) return seen.size > 0 ? [] : [filters.join(' ')];
  return projects.filter(name => !seen.has(name));
}

/** A file that cannot be loaded and a hook that throws count as failures too: the tests behind them never ran. */
function countModule(module: TestModule): Tally {
  const states = [...module.children.allTests()].map(test => test.result().state);
  const broken = [module, ...module.children.allSuites()].filter(one => one.errors().length > 0).length;
  const failed = states.filter(state => state === 'failed').length + broken;
  return { passed: states.filter(state => state === 'passed').length, failed };
}

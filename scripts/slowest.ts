import { relative } from 'node:path';
import { MODULES } from '@lobby/shared/modules/index.ts';
import type { TestCase, TestModule } from 'vitest/node';

/** Budget of the contract suite for each further plain module, in seconds. */
const BUDGET = 3;
const SHOWN = 15;

const byName = [...MODULES].sort((a, b) => b.name.length - a.name.length);
const byPath = [...MODULES].sort((a, b) => b.path.length - a.path.length);

/** Returns the definition that a test of the contract suite covers: its title starts with the name, or names a route. */
function definitionOf(title: string) {
  const [, path] = /(?:GET|POST|PUT|DELETE) (\/\S+)/.exec(title) ?? [];
  if (path) return byPath.find(definition => path === definition.path || path.startsWith(`${definition.path}/`));
  return byName.find(definition => title === definition.name || title.startsWith(`${definition.name} `));
}

const secondsOf = (test: TestCase) => (test.diagnostic()?.duration ?? 0) / 1000;
const shown = (seconds: number) => `${seconds.toFixed(1)} s`;
const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length;
const slowestOf = (all: Iterable<[string, number]>) =>
  [...all]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, seconds]) => `${name} ${shown(seconds)}`)
    .join(', ');

/** Reports where the time of a run went: vitest projects, the slowest files, and the cost of each definition in the contract suite. */
export function slowest(modules: readonly TestModule[]): string[] {
  const files = new Map<string, number>();
  const projects = new Map<string, number>();
  const definitions = new Map<string, number>();
  for (const module of modules) {
    const file = relative(module.project.config.root, module.moduleId);
    const { setupDuration, collectDuration, duration } = module.diagnostic();
    const seconds = (setupDuration + collectDuration + duration) / 1000;
    files.set(file, seconds);
    projects.set(module.project.name, (projects.get(module.project.name) ?? 0) + seconds);
    if (!file.startsWith('tests/contract/')) continue;
    for (const test of module.children.allTests()) {
      const found = definitionOf(test.fullName);
      if (found) definitions.set(found.name, (definitions.get(found.name) ?? 0) + secondsOf(test));
    }
  }
  const lines = [`file seconds: ${slowestOf(projects)}`, `slowest files: ${slowestOf(files)}`];
  if (definitions.size === 0) return lines;
  const plain = MODULES.filter(module => definitions.has(module.name) && !module.statuses && !module.actions);
  const cost = mean(plain.map(module => definitions.get(module.name) ?? 0));
  lines.push(
    `contract suite: a definition takes ${shown(mean([...definitions.values()]))}, a plain one ${shown(cost)}; most: ${slowestOf(definitions)}`,
  );
  if (cost > BUDGET)
    lines.push(`SLOW  a plain module may take ${BUDGET} s in the contract suite, and takes ${shown(cost)}`);
  return lines;
}

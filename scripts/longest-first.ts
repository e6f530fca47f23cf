import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take or wait longest; started first, so that a run does not wait for them at its end. */
const LONGEST = [
  'browser/screens',
  'attack/input',
  'attack/fuzz',
  'attack/rights',
  'attack/sessions',
  'faults/killed',
  'kit/find-mongod.long',
  'kit/keep-mongod.long',
  'contract/events',
  'contract/routes',
  'contract/lists',
  'contract/input',
  'contract/statuses',
  'platform/backup.long',
  'platform/bulk-runs.long',
];
const PROJECTS = ['proof', 'unit', 'server', 'client', 'browser'];

/** Orders test files if no earlier run has recorded their durations, as in a fresh clone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex(name => moduleId.endsWith(`tests/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    const projectOf = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);
    return (await super.sort(files)).sort((a, b) => projectOf(a) - projectOf(b) || placeOf(a) - placeOf(b));
  }
}

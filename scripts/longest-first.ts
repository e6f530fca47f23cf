import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest come first, and between them, since they often wait, those that do not. */
const LONGEST = [
  'browser/screens',
  'attack/input',
  'faults/quick',
  'contract/routes',
  'attack/rights',
  'attack/sessions',
  'contract/lists',
  'attack/fuzz',
  'faults/killed',
  'contract/input',
  'faults/database',
  'contract/events',
  'contract/statuses',
  'faults/frames',
  'modules/backup',
  'modules/bulk-runs',
  'kit/find-mongod',
  'kit/keep-mongod',
];
const PROJECTS = ['unit', 'server', 'client', 'browser'];

/** The order of the files of tests where no run has left its times: as in a fresh clone. */
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

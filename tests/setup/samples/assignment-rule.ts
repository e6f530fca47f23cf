import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // One in force would give the requests of other samples to its people.
  [assignmentRule.fields, () => ({ active: false })],
];

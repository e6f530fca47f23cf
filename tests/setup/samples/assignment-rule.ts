import { assignmentRule } from '@lobby/shared/modules/assignment-rule.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // An active rule would assign the tickets of other samples.
  [assignmentRule.fields, () => ({ active: false })],
];

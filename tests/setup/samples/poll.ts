import { poll } from '@lobby/shared/modules/poll.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // At least one voter.
  [poll.fields, () => ({ audience: 'RESIDENTS', roles: undefined })],
];

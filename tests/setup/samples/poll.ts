import { poll } from '@lobby/shared/modules/poll.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // At least one voter.
  [poll.fields, () => ({ audience: 'RESIDENTS', roles: undefined })],
];

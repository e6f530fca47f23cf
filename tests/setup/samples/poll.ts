import { poll } from '@lobby/shared/modules/poll.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // Somebody may vote.
  [poll.fields, () => ({ audience: 'RESIDENTS', roles: undefined })],
];

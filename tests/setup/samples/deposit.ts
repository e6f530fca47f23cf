import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // Due in a week, by default.
  [depositRequest.fields, () => ({ dueOn: undefined, residentId: undefined })],
];

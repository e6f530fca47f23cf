import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // Due in a week, by default.
  [depositRequest.fields, () => ({ dueOn: undefined, residentId: undefined })],
];

import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // Other income has a category, and goes into the fund of its method.
  [receipt.fields, () => ({ methodId: undefined, method: 'TRANSFER' })],
];

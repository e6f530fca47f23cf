import { fundCount } from '@lobby/shared/modules/fund-count.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  [fundCount.fields, () => ({ denominations: undefined, countedAt: undefined, counted: 100_000 })],
];

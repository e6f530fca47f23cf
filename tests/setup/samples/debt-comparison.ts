import { debtComparison } from '@lobby/shared/modules/debt-comparison.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  [debtComparison.actions.offset.input, () => ({ rows: undefined, accountingDate: undefined })],
];

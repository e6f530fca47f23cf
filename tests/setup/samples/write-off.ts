import { writeOff } from '@lobby/shared/modules/write-off.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  [writeOff.fields, () => ({ billId: undefined, amount: 1, accountingDate: undefined })],
];

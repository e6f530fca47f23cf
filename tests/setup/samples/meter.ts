import { meter } from '@lobby/shared/modules/meter.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // Indexes within five digits.
  [
    meter.fields,
    () => ({ startIndex: 0, startDate: '2026-01-01', digits: 5, coefficient: 1, minIndex: 0, maxIndex: 99_999 }),
  ],
  [
    meter.actions.replace.input,
    () => ({
      date: '2026-11-20',
      endIndex: 5,
      startIndex: 0,
      digits: 5,
      minIndex: undefined,
      maxIndex: undefined,
    }),
  ],
  [meter.actions.dismount.input, () => ({ date: '2026-11-20', endIndex: 5 })],
];

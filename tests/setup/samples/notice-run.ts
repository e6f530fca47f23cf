import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // A run that goes on would send the notices of the deliveries first; it is of all homes, whatever they owe.
  [
    noticeRun.fields,
    () => ({
      month: '2025-01',
      blockIds: undefined,
      floorIds: undefined,
      labelIds: undefined,
      minOwed: undefined,
    }),
  ],
];

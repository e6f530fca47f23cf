import { noticeRun } from '@lobby/shared/modules/notice-run.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // A running run would send the notices of the sample deliveries first; this one covers all units, whatever they owe.
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
  [noticeRun.actions.resend.input, () => ({ channels: ['PRINT'] })],
];

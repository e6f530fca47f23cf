import { debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // Of a bill that is owed: samples.ts makes it.
  [debtPromise.fields, () => ({ noticeIds: undefined, byId: undefined })],
  [debtDispute.fields, () => ({ billIds: undefined })],
];

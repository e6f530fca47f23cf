import { debtDispute, debtPromise } from '@lobby/shared/modules/debt-tracking.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // For an unpaid bill, which samples.ts makes.
  [debtPromise.fields, () => ({ noticeIds: undefined, byId: undefined })],
  [debtDispute.fields, () => ({ billIds: undefined })],
];

import { noticeDelivery } from '@lobby/shared/modules/notice-delivery.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // A reminder would need a debt.
  [noticeDelivery.fields, () => ({ kind: 'NORMAL', channel: 'EMAIL' })],
];

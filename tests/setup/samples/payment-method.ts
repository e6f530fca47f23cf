import { paymentMethod } from '@lobby/shared/modules/payment-method.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // The sample fund is at a bank.
  [paymentMethod.fields, () => ({ kind: 'TRANSFER', settles: 'DIRECT', gatewayId: undefined })],
];

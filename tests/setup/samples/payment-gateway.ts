import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // A gateway for the building's own account needs no contract.
  [
    paymentGateway.fields,
    () => ({
      provider: 'VIETQR',
      channels: [{ channel: 'QR' }],
      purposes: [{ purpose: 'BILLS' }],
      minAmount: 10_000,
      maxAmount: 90_000,
    }),
  ],
];

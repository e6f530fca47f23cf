import { paymentGateway } from '@lobby/shared/modules/payment-gateway.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // Of the building's own account, which needs no contract.
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

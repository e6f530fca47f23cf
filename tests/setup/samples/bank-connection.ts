import { bankConnection } from '@lobby/shared/modules/bank-connection.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  [bankConnection.fields, () => ({ provider: 'GENERIC', auth: 'HMAC', allowedFrom: [] })],
];

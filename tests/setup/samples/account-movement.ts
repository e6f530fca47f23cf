import { accountMovement } from '@lobby/shared/modules/account-movement.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // An opening balance has a single destination and pays nothing.
  [accountMovement.fields, () => ({ fromServiceId: undefined, fundId: undefined, allocations: undefined })],
];

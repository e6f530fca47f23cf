import { parcel } from '@lobby/shared/modules/parcel.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // The recipient must live in the unit.
  [parcel.fields, () => ({ residentId: undefined })],
  // Proof is by picture: the code of the day is not known to samples.
  [parcel.actions['hand-over'].input, () => ({ signature: undefined, code: undefined, at: undefined })],
];

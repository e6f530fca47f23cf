import { parcel } from '@lobby/shared/modules/parcel.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // Whom it is for lives where it goes.
  [parcel.fields, () => ({ residentId: undefined })],
  // What is in the picture proves it; the code of the day is nobody's sample.
  [parcel.actions['hand-over'].input, () => ({ signature: undefined, code: undefined, at: undefined })],
];

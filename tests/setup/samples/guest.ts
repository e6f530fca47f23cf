import { guest } from '@lobby/shared/modules/guest.ts';
import type { OwnSamples } from '../own-samples.ts';

export const samples: OwnSamples = [
  // Whom a visit is for lives where it goes.
  [guest.fields, () => ({ contactId: undefined })],
];

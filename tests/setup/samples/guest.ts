import { guest } from '@lobby/shared/modules/guest.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

export const samples: OwnSamples = [
  // Contacts must live in the unit.
  [guest.fields, () => ({ contactId: undefined })],
];

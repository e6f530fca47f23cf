import { card } from '@lobby/shared/modules/card.ts';
import type { OwnSamples } from '../contract/own-samples.ts';

let chips = 0;

export const samples: OwnSamples = [
  // Chip ids are hexadecimal.
  [card.fields, () => ({ type: 'RESIDENT', chipId: (4096 + ++chips).toString(16).toUpperCase() })],
  // A resident's card has no other holder.
  [card.actions.issue.input, () => ({ vehicleId: undefined, employeeId: undefined })],
];

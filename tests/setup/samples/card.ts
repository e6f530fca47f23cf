import { card } from '@lobby/shared/modules/card.ts';
import type { OwnSamples } from '../own-samples.ts';

let chips = 0;

export const samples: OwnSamples = [
  // Chips are told in hexadecimal digits.
  [card.fields, () => ({ type: 'RESIDENT', chipId: (4096 + ++chips).toString(16).toUpperCase() })],
  // A card of a resident opens for nothing else.
  [card.actions.issue.input, () => ({ vehicleId: undefined, employeeId: undefined })],
];

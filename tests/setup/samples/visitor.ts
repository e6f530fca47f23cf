import { visitor } from '@lobby/shared/modules/visitor.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { inDays } from '../time/days.ts';

export const samples: OwnSamples = [
  [visitor.fields, () => ({ contactId: undefined, guestId: undefined, askResident: undefined })],
  [visitor.actions['in-progress'].input, () => ({ at: undefined, desk: undefined, cardId: undefined })],
  [visitor.actions.complete.input, () => ({ at: undefined, desk: undefined })],
  [visitor.actions.receive.input, () => ({ at: undefined, desk: undefined })],
  // Valid for a limited time and for one unit only, as another visit has the same plate.
  [visitor.actions.warn.input, () => ({ validTo: inDays(200), unitOnly: true })],
];

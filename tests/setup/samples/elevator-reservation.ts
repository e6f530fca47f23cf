import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import type { OwnSamples } from '../contract/own-samples.ts';
import { nextFrame } from './amenities.ts';

/** A frame with the field names of a move. */
function nextMove() {
  const { from, to } = nextFrame();
  return { expectedStartAt: from, expectedEndAt: to };
}

export const samples: OwnSamples = [
  [elevatorReservation.fields, () => nextMove()],
  // Time defaults to now.
  [elevatorReservation.actions['in-progress'].input, () => ({ at: undefined })],
  [elevatorReservation.actions.complete.input, () => ({ at: undefined })],
];

import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { nextFrame } from '../amenity-samples.ts';
import type { OwnSamples } from '../own-samples.ts';

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

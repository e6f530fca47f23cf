import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { endsBy } from '../../platform/server-module.ts';
import { acts } from './acts.ts';

/** Moves in that a household has asked for; by those out of the unit it leaves. */
export const openMoves = endsBy({
  definition: elevatorReservation,
  name: 'cancel',
  actions: acts,
  where: () => ({ status: { $in: ['WAITING', 'APPROVED'] }, type: 'IN' }),
});

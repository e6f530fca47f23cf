import { elevatorReservation } from '@lobby/shared/modules/elevator-reservation.ts';
import { endsBy } from '../../platform/server-module.ts';
import { acts } from './acts.ts';

/** Requested moves into the unit; moves out stay open when the household leaves. */
export const openMoves = endsBy({
  definition: elevatorReservation,
  name: 'cancel',
  actions: acts,
  where: () => ({ status: { $in: ['WAITING', 'APPROVED'] }, type: 'IN' }),
});

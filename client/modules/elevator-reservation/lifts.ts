import type { ElevatorClosureRow, ElevatorRow } from '@lobby/shared/modules/elevator.ts';
import type { ElevatorReservationRow } from '@lobby/shared/modules/elevator-reservation.ts';

export type Lift = ElevatorRow;
/** Reservations and closures of some days. */
export interface DayOfLifts {
  rows: ElevatorReservationRow[];
  closures: ElevatorClosureRow[];
}

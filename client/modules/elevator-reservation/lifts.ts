import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { ElevatorRow } from '@lobby/shared/modules/elevator.ts';
import type { elevatorCalendar } from '@lobby/shared/modules/elevator-reservation.contract.ts';

export type Lift = ElevatorRow;
/** Reservations and closures of some days. */
export type DayOfLifts = AnswerOf<typeof elevatorCalendar>;

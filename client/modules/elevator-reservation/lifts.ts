import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import type { elevator } from '@lobby/shared/modules/elevator.ts';
import type { elevatorCalendar } from '@lobby/shared/modules/elevator-reservation.contract.ts';

export type Lift = ListedOf<typeof elevator>;
/** Reservations and closures of some days. */
export type DayOfLifts = AnswerOf<typeof elevatorCalendar>;

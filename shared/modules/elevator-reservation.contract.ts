import { z } from 'zod';
import { recordSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { idSchema } from '../kit/schema.ts';
import { elevatorClosure } from './elevator.ts';
import { elevatorReservation } from './elevator-reservation.ts';

const day = z.string().refine(isDay);

export const elevatorCalendar = contract({
  method: 'get',
  path: '/elevator-reservation/calendar',
  summary: 'Moves and closures of elevators, by day',
  module: elevatorReservation.code,
  query: z.strictObject({ from: day, to: day, elevatorId: idSchema.optional() }),
  answer: () =>
    z.object({
      rows: z.array(recordSchema(elevatorReservation, 'row')),
      closures: z.array(recordSchema(elevatorClosure, 'row')),
    }),
});

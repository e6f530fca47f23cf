import { z } from 'zod';
import { responseSchema } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { idSchema } from '../kit/schema.ts';
import { elevatorClosure } from './elevator.ts';
import { elevatorReservation } from './elevator-reservation.ts';

const day = z.string().refine(isDay);

export const elevatorDay = contract({
  method: 'get',
  path: '/elevator-reservation/calendar',
  summary: 'Moves and closures of elevators, by day',
  module: elevatorReservation.code,
  query: z.strictObject({ from: day, to: day, elevatorId: idSchema.optional() }),
  answer: z.object({
    rows: z.array(responseSchema(elevatorReservation, 'row')),
    closures: z.array(responseSchema(elevatorClosure, 'row')),
  }),
});

import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { idSchema } from '../kit/schema.ts';
import { elevator } from './elevator.ts';

export const freeElevatorTimes = contract({
  method: 'get',
  path: '/elevator/:id/free',
  summary: 'When an elevator takes a move on a day, and how many',
  module: elevator.code,
  params: z.strictObject({ id: idSchema }),
  query: z.strictObject({
    date: z.string().refine(isDay).optional(),
    minutes: z.coerce.number().int().min(1).max(1440).optional(),
  }),
  answer: z.array(z.object({ start: z.iso.datetime(), end: z.iso.datetime(), left: z.int() })),
});

export const unfitSchema = z.object({
  id: z.string(),
  code: z.string(),
  unitId: z.string(),
  expectedStartAt: z.iso.datetime(),
  expectedEndAt: z.iso.datetime(),
  /** Error code with which such a reservation would be refused now. */
  reason: z.enum(['ELEVATOR_NOT_FOR_UNIT', 'ELEVATOR_OUT_OF_HOURS', 'ELEVATOR_CLOSED', 'ELEVATOR_SLOT_TAKEN']),
});

export const unfitReservations = contract({
  method: 'get',
  path: '/elevator/:id/unfit',
  summary: 'The later reservations of an elevator that no longer fit it',
  module: elevator.code,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(unfitSchema),
});

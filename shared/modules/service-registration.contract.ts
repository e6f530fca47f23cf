import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { idSchema } from '../kit/schema.ts';
import type { UnitServices } from './service-registration.ts';
import { serviceRegistration } from './service-registration.ts';

const priced = z.object({
  serviceId: z.string(),
  name: z.string(),
  /** Current prices in words. */
  price: z.string().nullable(),
});

export const unitServices = contract({
  method: 'get',
  path: '/service-registration/units/:unitId',
  summary: 'The services and vehicles of a unit with the prices of today',
  module: serviceRegistration.code,
  params: z.strictObject({ unitId: idSchema }),
  answer: z.object({
    services: z.array(
      priced.extend({
        id: z.string(),
        startDate: z.string(),
        endDate: z.string().nullable(),
        unitName: z.string().nullable(),
        /** Usage by the latest reading; null for services without meters. */
        used: z.object({ month: z.string(), quantity: z.number() }).nullable(),
      }),
    ),
    vehicles: z.array(
      z.object({
        id: z.string(),
        plate: z.string().nullable(),
        type: z.string(),
        startDate: z.string().nullable(),
        endDate: z.string().nullable(),
        /** Service that charges the vehicle; null if none does. */
        service: priced.nullable(),
      }),
    ),
  }) satisfies z.ZodType<UnitServices>,
});

const mark = z.object({
  count: z.int(),
  /** Their units, as many as a list takes. */
  unitIds: z.array(z.string()),
});

export const registrationMarks = contract({
  method: 'get',
  path: '/service-registration/marks',
  summary:
    'Registrations that will be billed wrong or not at all: without people, without usage, of units without residents',
  module: serviceRegistration.code,
  answer: z.object({
    /** The month whose usage is asked for: the newest of which there is any. */
    month: z.string().nullable(),
    noPeople: mark,
    noUsage: mark,
    noResident: mark,
  }),
});

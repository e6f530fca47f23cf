import { z } from 'zod';
import { contract } from './contract.ts';
import { BUILDING_TYPES } from './project.ts';
import { idSchema } from './schema.ts';

const params = z.strictObject({ id: idSchema });
const module = 'UNIT_GROUP';

/** A project as those see it who may choose it. */
export const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  code: z.string(),
  type: z.enum(BUILDING_TYPES).nullable(),
  timeZone: z.string(),
  address: z.string(),
  hotline: z.string(),
  hotlines: z.array(z.object({ name: z.string(), phone: z.string() })),
  logo: z.string().nullable(),
  serviceEndsOn: z.string().nullable(),
});

export const oneProject = contract({
  method: 'get',
  path: '/unit-group/:id',
  summary: 'One project of the caller',
  module,
  params,
  answer: projectSchema.extend({ blocks: z.int(), units: z.int() }),
});

export const projectContact = contract({
  method: 'get',
  path: '/unit-group/:id/contact',
  summary: 'Whom residents of the project call',
  module,
  params,
  answer: projectSchema.pick({ id: true, name: true, address: true, hotline: true, hotlines: true, logo: true }),
});

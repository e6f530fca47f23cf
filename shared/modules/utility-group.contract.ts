import { z } from 'zod';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { idSchema } from '../kit/schema.ts';
import { utility } from './utility.ts';
import { utilityGroup } from './utility-group.ts';

const file = z.object({ id: z.string(), url: z.string(), thumbUrl: z.string().nullable() });
const hours = z.object({ from: z.string(), to: z.string() });
const amenitySchema = z.object({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  type: z.enum(utility.fields.type.options),
  icon: z.string().nullable(),
  photo: file.nullable(),
  placeId: z.string().nullable(),
  openToday: z.array(hours),
  priceFrom: z.int(),
  /** Whether some hours or amounts cost more. */
  priceVaries: z.boolean(),
  /** Unit of the price: hour, frame or booking. */
  priceUnit: z.enum(utility.fields.pricePer.options),
  needsApproval: z.boolean(),
  deposit: z.int(),
  partnerId: z.string().nullable(),
  nextFree: z.iso.datetime().nullish(),
});
const groupSchema = z.object({
  id: idSchema,
  name: z.string(),
  code: z.string(),
  icon: z.string().nullable(),
  image: file.nullable(),
  amenities: z.array(amenitySchema),
});

export const bookable = contract({
  method: 'get',
  path: '/utility-group/booking',
  summary: 'Amenities that are in use, by group',
  module: utilityGroup.code,
  query: z.strictObject({
    date: z.string().max(40).refine(isDay, 'DATE_INVALID').optional(),
    nextFree: z.enum(['0', '1']).optional(),
  }),
  answer: z.array(groupSchema),
});

import { isDay } from '@lobby/shared/kit/dates.ts';
import { type Field, type Kind, listedChoice } from '@lobby/shared/kit/fields.ts';
import { many } from '@lobby/shared/kit/query-schema.ts';
import { fieldSchema, idSchema } from '@lobby/shared/kit/schema.ts';
import { z } from 'zod';

const range = (bound: z.ZodType) => z.strictObject({ from: bound.optional(), to: bound.optional() });
const number = z.string().regex(/^-?\d{1,15}(\.\d{1,2})?$/, 'TYPE_INVALID');
const day = z.string().refine(isDay, 'DATE_INVALID').meta({ format: 'date' });
const month = fieldSchema({ kind: 'month' });
/** An instant, or a day that stands for the whole day. */
const moment = z.union([day, fieldSchema({ kind: 'instant' })], 'DATE_INVALID');
const person = z.union([idSchema, z.enum(['me', 'none'])]);

/** Schema of a filter by a field of each kind. */
export const CONDITIONS: Record<Kind, (field: Field) => z.ZodType> = {
  text: () => many(z.string().max(200)),
  longText: () => many(z.string().max(200)),
  richText: () => many(z.string().max(200)),
  choice: field => many(fieldSchema(field)),
  flag: () => many(z.enum(['true', 'false'])),
  integer: () => range(number),
  money: () => range(number),
  percent: () => range(number),
  decimal: () => range(number),
  date: () => range(day),
  month: () => range(month),
  instant: () => range(moment),
  ref: () => many(person),
  refs: () => many(person),
  phone: () => many(z.string().max(30)),
  email: () => many(z.string().max(254)),
  identifier: () => many(z.string().max(30)),
  files: () => many(z.string().max(30)),
  lines(field) {
    const [, choice] = listedChoice(field) ?? [];
    return many(choice ? fieldSchema(choice) : z.string().max(30));
  },
};

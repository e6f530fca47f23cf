import { z } from 'zod';
import { isDay } from './dates.ts';
import { type Definition, type Filter, meaningsOf } from './definition.ts';
import { type Field, type Kind, listedChoice } from './fields.ts';
import { oncePer } from './once-per.ts';
import { many } from './query-schema.ts';
import { fieldSchema, idSchema } from './schema.ts';

/**
 * Values of a query string; null and undefined are left out. A list filter with `{in: [...]}` is not allowed: `filterValues` of
 * the client converts it.
 */
export type Plain = string | number | boolean | null | undefined | readonly Plain[] | PlainObject;
interface PlainObject {
  readonly [key: string]: Plain;
  readonly in?: undefined;
}

/** A filter in the form that queries and bodies carry. */
export type SentFilter = Readonly<Record<string, Plain>> & { readonly in?: undefined };

const range = (bound: z.ZodType) => z.strictObject({ from: bound.optional(), to: bound.optional() });
const number = z.string().regex(/^-?\d{1,15}(\.\d{1,2})?$/, 'TYPE_INVALID');
const day = z.string().refine(isDay, 'DATE_INVALID').meta({ format: 'date' });
const month = fieldSchema({ kind: 'month' });
/** An instant, or a day that stands for the whole day. */
const moment = z.union([day, fieldSchema({ kind: 'instant' })], 'DATE_INVALID');
const person = z.union([idSchema, z.enum(['me', 'none'])]);

/** Schema of a filter by a field of each kind. */
const CONDITIONS: Record<Kind, (field: Field) => z.ZodType> = {
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

const WHEN: Field = { kind: 'instant' };
/** The field by which a list is filtered or sorted. */
export const listField = (definition: Definition, name: string): Field | undefined =>
  definition.fields[name] ??
  (name === 'createdAt' || name === 'updatedAt'
    ? WHEN
    : name === 'status' && definition.statuses
      ? {
          kind: 'choice',
          options: [
            ...Object.keys(definition.statuses),
            ...(definition.list.everyStatus ? [definition.list.everyStatus] : []),
          ],
        }
      : undefined);

/** Last digits of a phone number, by which people can be found without knowing all of it. */
const ENDING = z.string().regex(/^\d{4}$/, 'TYPE_INVALID');

/** Schema of `filter[...]` of a definition's lists. */
export const filterSchema = oncePer((definition: Definition): z.ZodType<Filter, SentFilter> => {
  const shape: Record<string, z.ZodType> = { q: z.string().max(200).optional() };
  for (const name of definition.list.filters) {
    const field = listField(definition, name);
    if (!field) throw new Error(`${definition.name}: no field ${name} to filter by`);
    shape[name] = CONDITIONS[field.kind](field).optional();
  }
  for (const name of Object.keys(definition.list.asks ?? {})) {
    const field = listField(definition, name);
    if (field) shape[name] = CONDITIONS[field.kind](field).optional();
  }
  for (const [name, { field }] of Object.entries(definition.list.joins ?? {}))
    shape[name] = CONDITIONS[field.kind](field).optional();
  for (const name of Object.keys(definition.list.endings ?? {})) shape[name] = many(ENDING).optional();
  for (const name of Object.keys(definition.list.means ?? {}))
    shape[name] = many(z.enum(meaningsOf(definition, name) ?? [])).optional();
  // Safe cast: what it lets pass is what `toQuery` of the server reads.
  return z.strictObject(shape).meta({ title: `${definition.name} filter` }) as z.ZodType<Filter, SentFilter>;
});

import { z } from 'zod';
import { DEFAULT_LIMIT, MAX_LIMIT } from './paging.ts';
import { daySchema } from './schema.ts';

export const periodQuery = z.strictObject({ from: daySchema, to: daySchema });

/** A whole number in a query string: digits only, so that neither `1e1` nor an array is accepted. */
export const wholeNumber = (min: number, max: number) =>
  // Safe cast: narrower than what it reads, so that a client's input is checked.
  z.preprocess(
    value => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  ) as z.ZodType<number, number>;

/** Several values in a query string; a single value becomes a list of one. */
export const many = <T extends z.ZodType>(item: T) =>
  // Safe cast: narrower than what it reads, so that a client's input is checked.
  z.preprocess(value => (typeof value === 'string' ? [value] : value), z.array(item).min(1).max(200)) as z.ZodType<
    z.output<T>[],
    readonly z.input<T>[]
  >;

/** Paging of a list: values out of bounds are refused, never clamped (api.md, Lists). */
export const paging = {
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, MAX_LIMIT).default(DEFAULT_LIMIT),
};

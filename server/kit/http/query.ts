import { DEFAULT_LIMIT, MAX_LIMIT } from '@lobby/shared/kit/paging.ts';
import { z } from 'zod';

/** A whole number as a query string carries it: digits alone, so that neither `1e1` nor an array of one passes for it. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    value => (typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  );

/** Several values as a query string carries them; one alone is a list of one. */
export const many = <T extends z.ZodType>(item: T) =>
  z.preprocess(value => (typeof value === 'string' ? [value] : value), z.array(item).min(1).max(200));

/** The page of a list: outside its bounds it is refused, never clamped (api.md, Lists). */
export const paging = {
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, MAX_LIMIT).default(DEFAULT_LIMIT),
};

import { z } from 'zod';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { many } from '../kit/query-schema.ts';
import type { Counted, FigureUnit } from '../kit/statistic-terms.ts';
import { COMPARED, STATISTIC_STEPS } from '../kit/statistic-terms.ts';

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
export const statisticsQuery = z.strictObject({
  figure: z.string().max(40),
  from: day,
  to: day,
  by: z.enum(STATISTIC_STEPS).default('month'),
  split: many(z.string().max(40)).optional(),
  compare: z.enum(COMPARED).optional(),
  /** The compared period, if it is another than the two usual ones. */
  compareFrom: day,
  compareTo: day,
  filter: z.record(z.string(), z.unknown()).default({}),
});
const value = z.number().nullable();
export const nounParams = { noun: z.string().max(40) };

export const countedBy = contract({
  method: 'get',
  path: '/statistics/:noun',
  summary: 'A figure over a time, told apart by up to two fields',
  module: 'STATISTICS',
  params: z.strictObject(nounParams),
  query: statisticsQuery,
  answer: z.object({
    figure: z.string(),
    kind: wordOf<Counted['kind']>(),
    unit: wordOf<Counted['unit']>(),
    asOf: z.string(),
    from: z.string(),
    to: z.string(),
    split: z.array(z.string()),
    columns: z.array(z.object({ key: z.string(), label: z.string() })),
    rows: z.array(
      z.object({
        key: z.string(),
        from: z.string(),
        to: z.string(),
        part: z.boolean(),
        values: z.array(value),
        link: z.string().nullable(),
      }),
    ),
    total: z.array(value),
    previous: z
      .object({
        from: z.string(),
        to: z.string(),
        total: z.array(value),
        columns: z.array(value),
        rows: z.array(value),
      })
      .nullable(),
    filters: z.array(z.object({ key: z.string(), label: z.string(), values: z.array(z.string()) })),
    notes: z.array(z.string()),
  }),
});

/** A table by person: several figures of a period side by side. */
export const countedPeople = contract({
  method: 'get',
  path: '/statistics/:noun/people',
  summary: 'Figures of a time side by side, a row for each person they are told apart by',
  module: 'STATISTICS',
  params: z.strictObject(nounParams),
  query: z.strictObject({ from: day, to: day, compare: z.enum(COMPARED).optional() }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    asOf: z.string(),
    /** What people are told apart by. */
    by: z.string(),
    columns: z.array(z.object({ key: z.string(), label: z.string(), unit: wordOf<FigureUnit>() })),
    rows: z.array(
      z.object({
        key: z.string(),
        label: z.string(),
        values: z.array(value),
        before: z.array(value),
        /** List of the records of the first figure, relative to the project; null if it cannot filter for them. */
        link: z.string().nullable(),
      }),
    ),
    total: z.array(value),
    previous: z.object({ from: z.string(), to: z.string(), total: z.array(value) }).nullable(),
    notes: z.array(z.string()),
  }),
});

export const statisticsOffered = contract({
  method: 'get',
  path: '/statistics',
  summary: 'What is counted of the modules whose figures the caller may read',
  module: 'STATISTICS',
  answer: z.array(
    z.object({
      noun: z.string(),
      module: z.string(),
      group: z.string(),
      exports: z.boolean(),
      /** Whether it has a table by person. */
      people: z.boolean(),
      figures: z.array(
        z.object({
          key: z.string(),
          label: z.string(),
          kind: z.string(),
          splits: z.array(z.object({ key: z.string(), label: z.string() })),
          /** Breakdowns of which single values can be counted, as the list filters them. */
          filters: z.array(z.string()),
        }),
      ),
    }),
  ),
});

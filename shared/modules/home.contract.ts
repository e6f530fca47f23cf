import { z } from 'zod';
import { wordOf } from '../kit/answer-schema.ts';
import { contract } from '../kit/contract.ts';
import { isDay } from '../kit/dates.ts';
import { DEEDS, TRADES, URGENCIES } from '../kit/home.ts';
import { idSchema } from '../kit/schema.ts';
import { calledShape } from '../kit/search.contract.ts';
import type { Status, Tone } from '../kit/status.ts';

export const plannedShape = calledShape.extend({ at: z.string() });

export const stepShape = z.object({ entity: z.string(), done: z.boolean() });

/** Kinds of figures, which determine the format. */
export const FIGURE_KINDS = ['count', 'money', 'percent', 'minutes', 'score'] as const;
/** Comparison of a figure: the same days of the previous month, that whole month, yesterday, or a requested period. */
const PARTNERS = ['sameDays', 'lastMonth', 'yesterday', 'span'] as const;
export const figureFound = z.object({
  value: z.number(),
  /** Trend by days or months, today last. */
  trend: z.array(z.number().nullable()).optional(),
  /** Shown as bars, because each value is a separate sum; otherwise as a line. */
  bars: z.boolean().optional(),
  before: z
    .object({
      value: z.number(),
      than: z.enum(PARTNERS),
      day: z.string().optional(),
      /** For a requested period, whose first day is `day`. */
      to: z.string().optional(),
    })
    .optional(),
  /** Which direction is an improvement. */
  better: z.enum(['more', 'less']).optional(),
  /** Share that is reached, up to 1. */
  share: z.number().optional(),
  /** A further note, worded in `home:notes`. */
  note: z
    .object({ key: z.string(), count: z.int().optional(), amount: z.number().optional(), day: z.string().optional() })
    .optional(),
  bad: z.boolean().optional(),
  /** Its billing month. */
  month: z.string().optional(),
  /** The first of several months. */
  since: z.string().optional(),
  /** List or report with the same data, relative to the project. */
  link: z.string().optional(),
});
export const figureShape = figureFound.extend({
  key: z.string(),
  /** Definition whose words name it; null for `home:figures`. */
  entity: z.string().nullable(),
  /** Module whose events make it stale. */
  module: z.string(),
  kind: z.enum(FIGURE_KINDS),
});
const figuresShape = z.object({
  trade: z.enum(TRADES),
  figures: z.array(figureShape),
  /** Whether the database had no time for some; they come with a later read. */
  late: z.boolean(),
});

const day = z.string().max(10).refine(isDay, 'DATE_INVALID').optional();
export const figuresQuery = z.strictObject({
  trade: z.enum(TRADES).optional(),
  from: day,
  to: day,
  compareFrom: day,
  compareTo: day,
});

export const homeFigures = contract({
  method: 'get',
  path: '/home/figures',
  summary:
    'Numbers of today, or of a time beside another, for the trade of the caller or one that is named; nothing of which there is none',
  module: 'UNIT_GROUP',
  query: figuresQuery,
  answer: figuresShape,
});

export const homeToday = contract({
  method: 'get',
  path: '/home/today',
  summary: 'What is planned for today in the modules that the caller may read, by its hour',
  module: 'UNIT_GROUP',
  answer: z.array(plannedShape),
});

export const setUpSteps = contract({
  method: 'get',
  path: '/home/set-up',
  summary: 'What a building that begins needs, and whether it has it, as far as the caller may bring it in',
  module: 'UNIT_GROUP',
  answer: z.array(stepShape),
});

const at = z.string().nullable();
export const waitingLine = z.object({
  entity: z.string(),
  /** Key of the wait: `waits.<wait>` in the definition's words. */
  wait: z.string(),
  as: z.enum(URGENCIES),
  does: z.enum(DEEDS),
  /** Whether `at` is a due time; otherwise it is the time since which it waits. */
  due: z.boolean(),
  count: z.int(),
  sum: z.int().nullable(),
  /** Waiting or due time of the oldest record listed or named. */
  at,
  /** The first few units or people concerned. */
  told: z.array(z.string()),
  records: z.array(
    calledShape.extend({
      at,
      /** Look of its status; the word comes from its definition. */
      look: z.object({ tone: wordOf<Tone>(), icon: wordOf<Status['icon']>() }).nullable(),
      /** The person concerned. */
      person: z.object({ id: idSchema, name: z.string() }).nullable(),
    }),
  ),
  /** Query of the list that shows them. */
  query: z.string(),
});

export const waitingWork = contract({
  method: 'get',
  path: '/waiting',
  summary: 'What waits for the caller, each record once and what presses most first; what there is none of is left out',
  module: 'UNIT_GROUP',
  answer: z.array(waitingLine),
});

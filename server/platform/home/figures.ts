import { TRADES, type Trade } from '@lobby/shared/kit/home.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';

/** What a number is of, and so how it is written. */
const KINDS = ['count', 'money', 'percent', 'minutes', 'score'] as const;
/** What a number is held against: the same days of the month before, that whole month, the day before, or a time that is asked for. */
const PARTNERS = ['sameDays', 'lastMonth', 'yesterday', 'span'] as const;

/** A time that numbers are asked for, up to today, and the one that they are held against. */
export interface ComparedSpan extends Span {
  before: Span;
}

const found = z.object({
  value: z.number(),
  /** How it came to that: days or months, today last. */
  trend: z.array(z.number().nullable()).optional(),
  /** Each is a sum of its own; else one line through all. */
  bars: z.boolean().optional(),
  before: z
    .object({
      value: z.number(),
      than: z.enum(PARTNERS),
      day: z.string().optional(),
      /** The time that is asked for: its first day is `day`. */
      to: z.string().optional(),
    })
    .optional(),
  /** Which direction is good. */
  better: z.enum(['more', 'less']).optional(),
  /** The part of the whole that is reached, up to 1. */
  share: z.number().optional(),
  /** What else is told of it, in words of `home:notes`. */
  note: z
    .object({ key: z.string(), count: z.int().optional(), amount: z.number().optional(), day: z.string().optional() })
    .optional(),
  bad: z.boolean().optional(),
  /** The billing month that it is of. */
  month: z.string().optional(),
  /** The first of several. */
  since: z.string().optional(),
  /** The list or report that shows the same, below the project. */
  link: z.string().optional(),
});
export type FoundFigure = z.output<typeof found>;

/** A number that a module counts for the page at which a trade begins; null where there is nothing to tell. */
export interface HomeFigure {
  /** `home:figures.<key>`. */
  key: string;
  module: string;
  flag: Flag;
  trades: readonly Trade[];
  /** Where it stands among the others of its trade; those of definitions stand at 0, a manager's at the end. */
  rank: number;
  kind: (typeof KINDS)[number];
  /** Of the month that it is, or of a time that is asked for. */
  count: (ctx: Ctx, span?: ComparedSpan) => Promise<FoundFigure | null>;
}

/** What a number was in the time that it is held against. */
export const beforeOf = (value: number, { before }: ComparedSpan) => ({
  value,
  than: 'span' as const,
  day: before.from,
  to: before.to,
});

export const figureShape = found.extend({
  key: z.string(),
  /** The definition whose words name it; null: `home:figures`. */
  entity: z.string().nullable(),
  /** Whose events make it stale. */
  module: z.string(),
  kind: z.enum(KINDS),
});
export type ShownFigure = z.output<typeof figureShape>;

export const figuresShape = z.object({ trade: z.enum(TRADES), figures: z.array(figureShape) });

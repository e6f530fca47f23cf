import { TRADES, type Trade } from '@lobby/shared/kit/home.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';

/** Kinds of figures, which determine the format. */
const KINDS = ['count', 'money', 'percent', 'minutes', 'score'] as const;
/** Comparison of a figure: the same days of the previous month, that whole month, yesterday, or a requested period. */
const PARTNERS = ['sameDays', 'lastMonth', 'yesterday', 'span'] as const;

/** A requested period up to today, and the one it is compared with. */
export interface ComparedSpan extends Span {
  before: Span;
}

const found = z.object({
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
export type FoundFigure = z.output<typeof found>;

/** A figure that a module computes for a trade's home page; null if there is nothing to show. */
export interface HomeFigure {
  /** `home:figures.<key>`. */
  key: string;
  module: string;
  flag: Flag;
  trades: readonly Trade[];
  /** Rank within its trade. Figures of definitions have rank 0, a manager's come last. */
  rank: number;
  kind: (typeof KINDS)[number];
  /** For the current month, or a requested period. */
  count: (ctx: Ctx, span?: ComparedSpan) => Promise<FoundFigure | null>;
}

/** The value of the compared period. */
export const beforeOf = (value: number, { before }: ComparedSpan) => ({
  value,
  than: 'span' as const,
  day: before.from,
  to: before.to,
});

export const figureShape = found.extend({
  key: z.string(),
  /** Definition whose words name it; null for `home:figures`. */
  entity: z.string().nullable(),
  /** Module whose events make it stale. */
  module: z.string(),
  kind: z.enum(KINDS),
});
export type ShownFigure = z.output<typeof figureShape>;

export const figuresShape = z.object({ trade: z.enum(TRADES), figures: z.array(figureShape) });

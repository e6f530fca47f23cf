import type { Trade } from '@lobby/shared/kit/home.ts';
import type { Flag } from '@lobby/shared/kit/permissions.ts';
import type { Span } from '@lobby/shared/kit/spans.ts';
import type { FIGURE_KINDS, figureFound, figureShape } from '@lobby/shared/modules/home.contract.ts';
import type { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';

/** A requested period up to today, and the one it is compared with. */
export interface ComparedSpan extends Span {
  before: Span;
}

export type FoundFigure = z.output<typeof figureFound>;

/** A figure that a module computes for a trade's home page; null if there is nothing to show. */
export interface HomeFigure {
  /** `home:figures.<key>`. */
  key: string;
  module: string;
  flag: Flag;
  trades: readonly Trade[];
  /** Rank within its trade. Figures of definitions have rank 0, a manager's come last. */
  rank: number;
  kind: (typeof FIGURE_KINDS)[number];
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

export type ShownFigure = z.output<typeof figureShape>;

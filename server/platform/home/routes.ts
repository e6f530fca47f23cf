import type { Trade } from '@lobby/shared/kit/home.ts';
import { type figuresQuery, homeFigures, homeToday, setUpSteps } from '@lobby/shared/modules/home.contract.ts';
import { receipt } from '@lobby/shared/modules/receipt.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { periodOf } from '../statistics/figures.ts';
import type { ComparedSpan, HomeFigure, ShownFigure } from './figures.ts';
import { countedInTime, inPatience } from './patience.ts';
import { setUpOf } from './set-up.ts';
import { loadTallies } from './tallies.ts';
import { plannedToday } from './today.ts';
import { tradeOf } from './trade.ts';

/** Number of figures shown side by side. */
const MOST = 5;
/** The same on a dashboard, which is of a longer time. */
const MOST_OF_SPAN = 8;

/** Figures of a trade that modules compute themselves, in their given order. */
async function counted(
  ctx: Ctx,
  trade: Trade,
  figures: readonly HomeFigure[],
  span?: ComparedSpan,
): Promise<{ found: ShownFigure[]; late: boolean }> {
  const readable = figures
    .filter(figure => figure.trades.includes(trade) && can(ctx, figure.module, figure.flag))
    .toSorted((a, b) => a.rank - b.rank);
  return countedInTime(
    readable.map(async ({ key, module, kind, count }) => {
      const figure = await count(ctx, span);
      // A share of nothing is told, because there is something that it is a share of.
      return figure && (figure.value !== 0 || figure.share !== undefined)
        ? { ...figure, key, entity: null, module, kind }
        : null;
    }),
  );
}

/** Whether the total of today repeats that of the month, as on its first day. */
const isRepeated = (ctx: Ctx, { key, entity }: ShownFigure, all: readonly ShownFigure[]): boolean =>
  key === 'today' &&
  entity === receipt.name &&
  todayOf(ctx).endsWith('-01') &&
  all.some(figure => figure.key === 'receivedOfMonth');

/** The requested period with the compared one; undefined unless both are given. */
function spanOf(
  ctx: Ctx,
  { from, to, compareFrom, compareTo }: z.output<typeof figuresQuery>,
): ComparedSpan | undefined {
  if (!(from && to && compareFrom && compareTo)) return undefined;
  const time = periodOf(ctx, { from, to, by: 'month' });
  return { from: time.from, to: time.to, before: periodOf(ctx, { from: compareFrom, to: compareTo, by: 'month' }) };
}

/** Home page: figures of the caller's trade, and the day's calendar. */
export const homeRoutes = (figures: readonly HomeFigure[]): Route[] => [
  route(homeFigures, {
    async run(ctx, { query }) {
      const trade = query.trade ?? tradeOf(ctx);
      const span = spanOf(ctx, query);
      const [tallies, counts] = await Promise.all([loadTallies(ctx, trade, span), counted(ctx, trade, figures, span)]);
      const all = trade === 'manager' ? [...counts.found, ...tallies.found] : [...tallies.found, ...counts.found];
      const shown = all.filter(figure => !isRepeated(ctx, figure, all));
      return { trade, figures: shown.slice(0, span ? MOST_OF_SPAN : MOST), late: counts.late || tallies.late };
    },
  }),
  route(homeToday, {
    run: ctx => inPatience(plannedToday(ctx)),
  }),
  route(setUpSteps, {
    run: ctx => inPatience(setUpOf(ctx)),
  }),
];

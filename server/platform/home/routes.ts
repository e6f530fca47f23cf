import type { Trade } from '@lobby/shared/kit/home.ts';
import { type figuresQuery, homeFigures, homeToday, setUpSteps } from '@lobby/shared/modules/home.contract.ts';
import type { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { periodOf } from '../statistics/figures.ts';
import type { ComparedSpan, HomeFigure, ShownFigure } from './figures.ts';
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
): Promise<ShownFigure[]> {
  const own = figures
    .filter(figure => figure.trades.includes(trade) && can(ctx, figure.module, figure.flag))
    .toSorted((a, b) => a.rank - b.rank);
  const found = await Promise.all(
    own.map(async ({ key, module, kind, count }) => {
      const one = await count(ctx, span);
      return one && one.value !== 0 ? { ...one, key, entity: null, module, kind } : null;
    }),
  );
  return found.filter(one => one !== null);
}

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
      const [tallies, own] = await Promise.all([loadTallies(ctx, trade, span), counted(ctx, trade, figures, span)]);
      const all = trade === 'manager' ? [...own, ...tallies] : [...tallies, ...own];
      return { trade, figures: all.slice(0, span ? MOST_OF_SPAN : MOST) };
    },
  }),
  route(homeToday, {
    run: plannedToday,
  }),
  route(setUpSteps, {
    run: setUpOf,
  }),
];

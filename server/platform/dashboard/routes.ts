import type { Filter } from '@lobby/shared/kit/definition.ts';
import { TRADES } from '@lobby/shared/kit/home.ts';
import { dashboardCatalogue, dashboardLists, dashboardTiles } from '@lobby/shared/modules/dashboard.contract.ts';
import { dashboard, MOST_TILES } from '@lobby/shared/modules/dashboard.ts';
import {
  CHARTS,
  LISTS,
  MONEY_CHARTS,
  TILES,
  type Tile,
  type TileChart,
  type TileList,
  tileFilter,
} from '@lobby/shared/modules/dashboard-tiles.ts';
import { STATISTICS } from '@lobby/shared/modules/statistics.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { fileName } from '../../kit/files/file-routes.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { detailFlag } from '../../kit/records/acts/act.ts';
import { stamp } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../kit/sheets/sheet.ts';
import { inPatience } from '../home/patience.ts';
import { mayTile, tradeOf } from '../home/trade.ts';
import { loadList, loadTile } from './tiles.ts';

const chartOf = ({ noun }: TileChart) => STATISTICS.find(statistic => statistic.noun === noun);
const mayChart = (ctx: Ctx, chart: TileChart) => can(ctx, chartOf(chart)?.of.code ?? '', 'aggregate');

const labelOf = (ctx: Ctx, { of, in: where }: Pick<Tile, 'of' | 'in'>) =>
  text(ctx, `${of.name}.${'tab' in where ? `tabs.${where.tab}` : `marks.${where.mark}`}`);

const mayList = (ctx: Ctx, { of }: TileList) => can(ctx, of.code, 'read') && can(ctx, of.code, detailFlag(of));

/** The named tiles, or those of the caller's dashboard. Refuses unknown ones, and modules the caller may not read. */
function wantedOf(ctx: Ctx, keys: readonly string[] | undefined): Tile[] {
  if (!keys) {
    const preset = tradeOf(ctx);
    return TILES.filter(tile => tile.presets.includes(preset) && mayTile(ctx, tile) && !standsElsewhere(tile)).slice(
      0,
      MOST_TILES,
    );
  }
  if (keys.length > MOST_TILES) failFields({ keys: { code: 'TOO_MANY', params: { max: MOST_TILES } } });
  return keys.map(key => {
    const tile = TILES.find(entry => entry.key === key);
    if (!tile) return failFields({ keys: { code: 'INVALID' } });
    if (!mayTile(ctx, tile)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: tile.of.code });
    return tile;
  });
}

const equal = (a: Filter | undefined, b: Filter | undefined) => JSON.stringify(a ?? {}) === JSON.stringify(b ?? {});

/** Whether the home page shows it already, as waiting work or as a figure. */
function standsElsewhere(tile: Tile): boolean {
  if (tile.sum) return false;
  const { waits, figures = {} } = tile.of.list;
  if (waits && tile.tone !== 'plain') return true;
  if (waits && 'mark' in tile.in && tile.in.mark === 'mine') return true;
  return Object.values(figures).some(figure => !figure.day && equal(figure.where, tileFilter(tile)));
}

/** Dashboards of which the caller may see something. */
const boardsOf = (ctx: Ctx) =>
  TRADES.filter(trade => TILES.some(tile => tile.presets.includes(trade) && mayTile(ctx, tile)));

const bold = (words: string): Cell => ({ text: words, look: 'bold' });
const shortText = z.string().max(200);
const cell = z.union([shortText, z.number(), z.null()]);
/** Tables sent by a screen, which the server only writes to a file. */
const shown = z.strictObject({
  about: z.array(shortText).max(4),
  tables: z
    .array(
      z.strictObject({
        name: shortText.min(1),
        head: z.array(shortText).max(20),
        rows: z.array(z.array(cell).max(20)).max(500),
      }),
    )
    .max(20),
});
const common = { module: dashboard.code } as const;

/** Figures and charts of the dashboards; each requires read access to its own module as well. */
export const dashboardRoutes: Route[] = [
  route(dashboardCatalogue, {
    run: async ctx => ({
      preset: tradeOf(ctx),
      boards: boardsOf(ctx),
      tiles: TILES.filter(tile => mayTile(ctx, tile) && !standsElsewhere(tile)).map(tile => ({
        key: tile.key,
        label: tile.sum ? text(ctx, `dashboard.sums.${tile.key}`) : labelOf(ctx, tile),
        note: text(ctx, `${tile.of.name}.plural`),
        module: tile.of.code,
        entity: tile.of.name,
        tone: tile.tone,
        presets: [...tile.presets],
      })),
      charts: CHARTS.filter(chart => mayChart(ctx, chart)).map(chart => ({
        key: chart.key,
        label: text(ctx, `statistics.figures.${chart.figure}`),
        note: text(ctx, `${chartOf(chart)?.of.name}.plural`),
        module: chartOf(chart)?.of.code ?? '',
        noun: chart.noun,
        figure: chart.figure,
        beside: chart.beside ? { figure: chart.beside, label: text(ctx, `statistics.figures.${chart.beside}`) } : null,
        split: chart.split ?? null,
        presets: [...chart.presets],
      })),
      money: MONEY_CHARTS.filter(({ module, flag }) => can(ctx, module, flag)).map(({ key, presets }) => ({
        key,
        presets: [...presets],
      })),
      lists: LISTS.filter(list => mayList(ctx, list)).map(list => ({
        key: list.key,
        label: text(ctx, `dashboard.lists.${list.key}`),
        note: text(ctx, `${list.of.name}.plural`),
        module: list.of.code,
        presets: [...list.presets],
      })),
    }),
  }),
  route(dashboardTiles, {
    run: (ctx, { query }) => inPatience(Promise.all(wantedOf(ctx, query.keys).map(tile => loadTile(ctx, tile)))),
  }),
  route(dashboardLists, {
    run: (ctx, { query: { keys } }) =>
      inPatience(
        Promise.all(
          keys.map(key => {
            const list = LISTS.find(entry => entry.key === key);
            if (!list) return failFields({ keys: { code: 'INVALID' } });
            if (!mayList(ctx, list)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: list.of.code });
            return loadList(ctx, list);
          }),
        ),
      ),
  }),
  route({
    ...common,
    method: 'put',
    path: '/dashboard/export',
    flags: ['export'],
    summary: 'What a board shows, as a spreadsheet: the tables that its screen has read, each a sheet',
    body: shown,
    answer: XLSX,
    async run(ctx, { body: { about, tables }, res }) {
      const title = text(ctx, 'menu.dashboard');
      res.set({
        'Content-Type': XLSX,
        'Content-Disposition': `attachment; ${fileName({ name: `${dashboard.name}.xlsx`, type: XLSX })}`,
      });
      const pages = tables.map(({ name, head, rows }, n) => {
        const heading: Cell[][] = [
          [bold(name)],
          ...about.map((line): Cell[] => [line]),
          [stamp(ctx.now, ctx.project.timeZone)],
        ];
        return { name: `${n + 1} ${name}`.slice(0, 31), batches: [heading, [head.map(bold)], rows], headed: false };
      });
      await writeBook(res, pages.length > 0 ? pages : [{ name: title, batches: [[[bold(title)]]], headed: false }]);
    },
  }),
];

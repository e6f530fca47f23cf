import type { Filter } from '@lobby/shared/kit/definition.ts';
import { TRADES } from '@lobby/shared/kit/home.ts';
import { writeListState } from '@lobby/shared/kit/list-url.ts';
import { dashboardCatalogue, dashboardTiles } from '@lobby/shared/modules/dashboard.contract.ts';
import { dashboard, MOST_TILES, type TileValue } from '@lobby/shared/modules/dashboard.ts';
import {
  CHARTS,
  MONEY_CHARTS,
  TILES,
  type Tile,
  type TileChart,
  tileFilter,
} from '@lobby/shared/modules/dashboard-tiles.ts';
import { STATISTICS } from '@lobby/shared/modules/statistics.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { text } from '../../kit/base/messages.ts';
import { fileName } from '../../kit/files/file-routes.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { loadScope } from '../../kit/records/act.ts';
import { toQuery } from '../../kit/records/list.ts';
import { EVERY_WRITE, loadTotal } from '../../kit/records/totals.ts';
import { stamp } from '../../kit/sheets/cell.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../kit/sheets/sheet.ts';
import { mayTile, tradeOf } from '../home/trade.ts';

const chartOf = ({ noun }: TileChart) => STATISTICS.find(one => one.noun === noun);
const mayChart = (ctx: Ctx, chart: TileChart) => can(ctx, chartOf(chart)?.of.code ?? '', 'aggregate');

/** Link to the list of the records that a tile counts. */
function linkOf({ of, in: where }: Tile): string {
  const [base = '', own = ''] = (of.route ?? of.opens ?? '').split('?');
  const params = new URLSearchParams(own);
  params.delete('id');
  const whole = 'all' in (of.list.tabs ?? {}) ? 'all' : null;
  const state =
    'tab' in where
      ? { tab: where.tab, sort: null, filter: {} }
      : { tab: whole, sort: null, filter: of.list.marks?.[where.mark] ?? {} };
  return `${base}?${writeListState(params, state, of)}`;
}

async function countedIn(ctx: Ctx, tile: Tile): Promise<TileValue> {
  const { of, key } = tile;
  const query = toQuery(of, tileFilter(tile), ctx, await loadScope(ctx, of));
  return { key, value: await loadTotal(of, query, EVERY_WRITE), link: linkOf(tile), asOf: ctx.now.toISOString() };
}

const labelOf = (ctx: Ctx, { of, in: where }: Tile) =>
  text(ctx, `${of.name}.${'tab' in where ? `tabs.${where.tab}` : `marks.${where.mark}`}`);

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
    const tile = TILES.find(one => one.key === key);
    if (!tile) return failFields({ keys: { code: 'INVALID' } });
    if (!mayTile(ctx, tile)) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: tile.of.code });
    return tile;
  });
}

const equal = (one: Filter | undefined, other: Filter | undefined) =>
  JSON.stringify(one ?? {}) === JSON.stringify(other ?? {});

/** Whether the home page shows it already, as waiting work or as a figure. */
function standsElsewhere(tile: Tile): boolean {
  const { waits, figures = {} } = tile.of.list;
  if (waits && tile.tone !== 'plain') return true;
  if (waits && 'mark' in tile.in && tile.in.mark === 'mine') return true;
  return Object.values(figures).some(one => !one.day && equal(one.where, tileFilter(tile)));
}

/** Dashboards of which the caller may see something. */
const boardsOf = (ctx: Ctx) =>
  TRADES.filter(trade => TILES.some(tile => tile.presets.includes(trade) && mayTile(ctx, tile)));

const bold = (said: string): Cell => ({ text: said, look: 'bold' });
const said = z.string().max(200);
const cell = z.union([said, z.number(), z.null()]);
/** Tables sent by a screen, which the server only writes to a file. */
const shown = z.strictObject({
  about: z.array(said).max(4),
  tables: z
    .array(
      z.strictObject({
        name: said.min(1),
        head: z.array(said).max(20),
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
        label: labelOf(ctx, tile),
        note: text(ctx, `${tile.of.name}.plural`),
        module: tile.of.code,
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
    }),
  }),
  route(dashboardTiles, {
    run: (ctx, { query }) => Promise.all(wantedOf(ctx, query.keys).map(tile => countedIn(ctx, tile))),
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
        const told: Cell[][] = [
          [bold(name)],
          ...about.map((one): Cell[] => [one]),
          [stamp(ctx.now, ctx.project.timeZone)],
        ];
        return { name: `${n + 1} ${name}`.slice(0, 31), batches: [told, [head.map(bold)], rows], headed: false };
      });
      await writeBook(res, pages.length > 0 ? pages : [{ name: title, batches: [[[bold(title)]]], headed: false }]);
    },
  }),
];

import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverAsked, handoverFigure, handoverTiles } from '@lobby/shared/modules/handover-statistic.contract.ts';
import {
  HANDOVER_FIGURES,
  type HandoverFigure,
  handoverStatistic,
  shareOf,
} from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import type { Response } from 'express';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { text } from '../../kit/base/messages.ts';
import { fileName } from '../../kit/files/file-routes.ts';
import { route } from '../../kit/http/route.ts';
import { XLSX } from '../../kit/sheets/export.ts';
import { type Cell, writeBook } from '../../kit/sheets/sheet.ts';
import { drawnTo } from '../../platform/projects/paper/paper.ts';
import { FAULTS } from './defects.ts';
import { drawFigures, labelOf, loadHead, type Panel } from './paper.ts';
import { type Figure, firstTime, type Line, PROGRESS } from './progress.ts';
import { type HandoverQuery, loadDefects, loadUnits, type Period, periodIn } from './read.ts';

const FIGURES: Readonly<Record<HandoverFigure, Figure>> = { ...PROGRESS, ...FAULTS };

export const figure = route(handoverFigure, {
  flags: ['aggregate'],
  async run(ctx, { query }) {
    const period = periodIn(ctx, query);
    return {
      figure: query.figure,
      ...period,
      asOf: ctx.now.toISOString(),
      lines: await FIGURES[query.figure](ctx, query, period),
    };
  },
});

/** Key figures: handed over, late, with defects, accepted in the first round. */
async function loadTiles(ctx: Ctx, query: HandoverQuery) {
  const [units, defects] = [await loadUnits(ctx, query), await loadDefects(ctx, query)];
  const count = (status: string) => units.filter(unit => unit.status === status).length;
  const [first] = await firstTime(ctx, query, periodIn(ctx, query));
  return {
    asOf: ctx.now.toISOString(),
    total: units.length,
    handedOver: count('HANDED_OVER'),
    handingOver: count('HANDING_OVER'),
    waiting: count('WAITING_HANDOVER'),
    percent: shareOf(count('HANDED_OVER'), units.length),
    late: units.filter(unit => unit.late && unit.status !== 'HANDED_OVER').length,
    openDefects: defects.filter(({ closed }) => !closed).length,
    firstTime: first?.values.percent ?? null,
  };
}

export const summary = route(handoverTiles, {
  flags: ['aggregate'],
  run: (ctx, { query }) => loadTiles(ctx, query),
});

/** Statuses of a unit, in order. */
const STATUSES = Object.keys(handoverUnit.statuses);

/** A figure as a worksheet: label and numbers. */
function pageOf(ctx: Ctx, name: HandoverFigure, lines: readonly Line[], head: string) {
  const say = (key: string) => text(ctx, `handover-statistic.${key}`);
  const columns = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const titles: Cell[] = ['', ...columns.map(key => say(`values.${key}`))].map(title => ({
    text: title,
    look: 'bold',
  }));
  const isStatus = (column: string) => name === 'heatMap' && column === 'status';
  const statusOf = (value: number) => text(ctx, `handover-unit.statuses.${STATUSES[value]}`);
  const shown = (column: string, value: number | null | undefined): Cell =>
    typeof value !== 'number' ? '–' : isStatus(column) ? statusOf(value) : value;
  const rows = lines.map((line): Cell[] => [
    labelOf(say, name, line),
    ...columns.map(column => shown(column, line.values[column])),
  ]);
  return { name: say(`figures.${name}`), batches: [[[head], titles], rows], headed: true };
}

/** Writes the figures as a one-page PDF, to be displayed on site. */
async function drawBook(
  ctx: Ctx,
  res: Response,
  query: HandoverQuery,
  period: Period,
  figures: readonly HandoverFigure[],
  head: string,
): Promise<void> {
  const panels: Panel[] = [];
  for (const name of figures) panels.push({ name, lines: await FIGURES[name](ctx, query, period) });
  await drawnTo(ctx, res, 'handover', (pdf, { name }) => drawFigures(ctx, pdf, name, head, panels));
}

export const book = route({
  method: 'get',
  path: `${handoverStatistic.path}/export`,
  flags: ['export'],
  module: HANDOVER,
  summary: 'The figures of the handovers, or one of them, as a spreadsheet, one sheet each, or on paper',
  query: z.strictObject({
    ...handoverAsked,
    figure: z.enum(HANDOVER_FIGURES).optional(),
    format: z.enum(['xlsx', 'pdf']).default('xlsx'),
  }),
  answer: XLSX,
  async run(ctx, { query: { format, figure: only, ...query }, res }) {
    const period = periodIn(ctx, query);
    const figures = only ? [only] : HANDOVER_FIGURES;
    const head = await loadHead(ctx, period, query);
    if (format === 'pdf') return drawBook(ctx, res, query, period, figures, head);
    const pages = [];
    for (const name of figures) pages.push(pageOf(ctx, name, await FIGURES[name](ctx, query, period), head));
    res.set({
      'Content-Type': XLSX,
      'Content-Disposition': `attachment; ${fileName({ name: 'handover.xlsx', type: XLSX })}`,
    });
    await writeBook(res, pages);
  },
});

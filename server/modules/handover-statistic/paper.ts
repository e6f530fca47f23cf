import { clockOf } from '@lobby/shared/kit/hours.ts';
import type { HandoverFigure } from '@lobby/shared/modules/handover-statistic.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { clockAt } from '../../kit/base/local-time.ts';
import { text } from '../../kit/base/messages.ts';
import { numberIn } from '../../kit/base/numbers.ts';
import { A4, type Pdf, type Sheet } from '../../kit/paper/pdf.ts';
import { dayWords } from '../../kit/sheets/cell.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import type { Line } from './progress.ts';
import type { HandoverQuery, Period } from './read.ts';

/** A3 landscape: all figures on one page, for meetings on site. */
const PAPER = { width: A4.height * Math.SQRT2, height: A4.height };
const [MARGIN, HEAD, GAP] = [36, 84, 18];
const [COLUMNS, ROWS] = [5, 3];
const PANEL = {
  width: (PAPER.width - 2 * MARGIN - (COLUMNS - 1) * GAP) / COLUMNS,
  height: (PAPER.height - HEAD - MARGIN - (ROWS - 1) * GAP) / ROWS,
};
const STEP = 15;
const BAR = 3;
/** Decimal places of means and shares. */
const PLACES = 2;
/** Width of a number, and the maximum numbers per line. */
const [NUMBER, NUMBERS] = [40, 3];
/** Colours of a unit's statuses, in order. */
const SHADES = ['#F2C46D', '#7DB3E8', '#8CC79A'] as const;
const SMALL = { size: 8 } as const;
/** Font size of texts that do not fit on one line. */
const TINY = { size: 6 } as const;

export interface Panel {
  name: HandoverFigure;
  lines: readonly Line[];
}

type Say = (key: string, params?: Record<string, unknown>) => string;

/** Period, blocks and time of the figures. */
export async function loadHead(ctx: Ctx, { from, to }: Period, { filter }: HandoverQuery): Promise<string> {
  const local = (day: string) => day.split('-').toReversed().join('/');
  const now = clockAt(ctx.now, ctx.project.timeZone);
  const at = `${clockOf(now.minutes)} ${local(now.day)}`;
  const period = from
    ? text(ctx, 'handover-statistic.paper.period', { from: local(from), to: local(to), at })
    : text(ctx, 'handover-statistic.paper.until', { to: local(to), at });
  const blocks = [...(await loadRefs(ctx.projectId, block, filter?.blockId ?? [])).values()].map(({ name }) => name);
  return blocks.length > 0 ? `${period} · ${text(ctx, 'handover-unit.fields.blockId')}: ${blocks.join(', ')}` : period;
}

/** Label of a line; claims are labelled by month and category. */
export const labelOf = (say: Say, figure: HandoverFigure, { key, name }: Line): string =>
  figure === 'claims'
    ? `${dayWords(name ?? '')} · ${say(`keys.${key}`)}`
    : name === null
      ? say(`keys.${key || 'none'}`)
      : dayWords(name);

/** Draws a figure: its lines with numbers and bars. */
function drawPanel(
  sheet: Sheet,
  say: Say,
  shown: (value: number) => string,
  { name, lines }: Panel,
  x: number,
  y: number,
) {
  const right = x + PANEL.width;
  sheet.text(say(`figures.${name}`), x, y + 11, { size: 11, weight: 700 });
  sheet.line(x, y + 17, right, y + 17);
  const columns = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))].slice(0, NUMBERS);
  const at = (n: number) => right - (columns.length - 1 - n) * NUMBER;
  const room = PANEL.width - columns.length * NUMBER - 4;
  for (const [n, key] of columns.entries()) {
    const [label = ''] = sheet.lines(say(`values.${key}`), NUMBER - 4, { size: 6 });
    sheet.text(label, at(n), y + 26, { size: 6, align: 'end' });
  }
  const first = (line: Line) => Math.max(0, line.values[columns[0] ?? ''] ?? 0);
  const most = Math.max(1, ...lines.map(first));
  const fits = Math.floor((PANEL.height - 30) / STEP);
  const rows = lines.length > fits ? lines.slice(0, fits - 1) : lines;
  for (const [n, line] of rows.entries()) {
    const base = y + 38 + n * STEP;
    const words = labelOf(say, name, line);
    const [label = '', ...cut] = sheet.lines(words, room, SMALL);
    if (cut.length === 0) sheet.text(label, x, base, SMALL);
    else
      for (const [at, part] of sheet.lines(words, room, TINY).slice(0, 2).entries())
        sheet.text(part, x, base - 6 + at * 6, TINY);
    for (const [of, key] of columns.entries()) {
      const value = line.values[key];
      sheet.text(typeof value === 'number' ? shown(value) : '–', at(of), base, { ...SMALL, align: 'end' });
    }
    const length = (first(line) / most) * room;
    if (length > 0) sheet.line(x, base + BAR + 1, x + length, base + BAR + 1, BAR);
  }
  if (rows.length < lines.length)
    sheet.text(say('paper.more', { count: lines.length - rows.length }), x, y + 38 + rows.length * STEP, SMALL);
}

/** Draws the units by floor in the colours of their statuses, with the number of open defects. */
function drawMap(ctx: Ctx, sheet: Sheet, say: Say, { name, lines }: Panel, x: number, y: number) {
  sheet.text(say(`figures.${name}`), x, y + 11, { size: 11, weight: 700 });
  sheet.line(x, y + 17, x + PANEL.width, y + 17);
  const statuses = Object.keys(handoverUnit.statuses);
  for (const [n, status] of statuses.entries()) {
    const at = x + (n * PANEL.width) / statuses.length;
    sheet.area(at, y + 21, { width: 6, height: 6 }, { fill: SHADES[n] ?? SHADES[0] });
    const [word = ''] = sheet.lines(
      text(ctx, `handover-unit.statuses.${status}`),
      PANEL.width / statuses.length - 10,
      TINY,
    );
    sheet.text(word, at + 9, y + 26, TINY);
  }
  const floors = [...Map.groupBy(lines, ({ key }) => key).values()];
  const most = Math.max(1, ...floors.map(units => units.length));
  const [width, height] = [PANEL.width / most, Math.min(12, (PANEL.height - 34) / Math.max(1, floors.length))];
  for (const [floor, units] of floors.entries())
    for (const [n, { values }] of units.entries()) {
      const [left, top] = [x + n * width, y + 32 + floor * height];
      const fill = SHADES[values.status ?? 0] ?? SHADES[0];
      sheet.area(left, top, { width: width - 1, height: height - 1 }, { fill });
      if (values.openDefects)
        sheet.text(String(values.openDefects), left + width / 2, top + height - 2, {
          size: Math.min(6, height - 1),
          align: 'middle',
        });
    }
}

/** Draws all figures on one page. */
export async function drawFigures(ctx: Ctx, pdf: Pdf, project: string, head: string, panels: readonly Panel[]) {
  const say: Say = (key, params = {}) => text(ctx, `handover-statistic.${key}`, params);
  const shown = (value: number) => numberIn(ctx.language, value, PLACES);
  await pdf.page(
    ctx.language,
    sheet => {
      sheet.text(project, MARGIN, MARGIN + 6, { size: 10 });
      sheet.text(say('title'), MARGIN, MARGIN + 28, { size: 17, weight: 700 });
      sheet.text(head, PAPER.width - MARGIN, MARGIN + 28, { size: 10, align: 'end' });
      for (const [n, panel] of panels.entries()) {
        const [column, row] = [n % COLUMNS, Math.floor(n / COLUMNS)];
        const x = MARGIN + column * (PANEL.width + GAP);
        const y = HEAD + row * (PANEL.height + GAP);
        if (panel.name === 'heatMap') drawMap(ctx, sheet, say, panel, x, y);
        else drawPanel(sheet, say, shown, panel, x, y);
      }
    },
    PAPER,
  );
}

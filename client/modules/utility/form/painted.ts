import { minutesAt } from '@lobby/shared/modules/utility-terms.ts';

/** Half hours of a day. */
export const CELLS = 48;
const CELL_MINUTES = 30;

export interface ServeLine {
  weekday: string;
  from: string;
  to: string;
}

const two = (value: number) => String(value).padStart(2, '0');
const timeAt = (cell: number) => `${two(Math.floor(cell / 2))}:${cell % 2 ? '30' : '00'}`;

/** Open half hours of a weekday; null if a line starts or ends within one. */
export function cellsOf(lines: readonly ServeLine[], weekday: string): boolean[] | null {
  const ofDay = lines.filter(line => line.weekday === weekday);
  const times = ofDay.flatMap(({ from, to }) => [minutesAt(from), minutesAt(to)]);
  if (times.some(at => Number.isNaN(at) || at % CELL_MINUTES !== 0)) return null;
  return Array.from({ length: CELLS }, (_, cell) =>
    ofDay.some(({ from, to }) => minutesAt(from) <= cell * CELL_MINUTES && cell * CELL_MINUTES < minutesAt(to)),
  );
}

/** Lines of a weekday: one for each run of open half hours. */
function linesOf(cells: readonly boolean[], weekday: string): ServeLine[] {
  const lines: ServeLine[] = [];
  for (const [cell, on] of cells.entries()) {
    if (!on) continue;
    const last = lines.at(-1);
    if (last && last.to === timeAt(cell)) last.to = timeAt(cell + 1);
    else lines.push({ weekday, from: timeAt(cell), to: timeAt(cell + 1) });
  }
  return lines;
}

/** Lines after opening or closing half hours of a weekday; other days are unchanged. */
export function paintCells(
  lines: readonly ServeLine[],
  weekday: string,
  { from, to, on }: { from: number; to: number; on: boolean },
): ServeLine[] {
  const cells = cellsOf(lines, weekday);
  if (!cells) return [...lines];
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const next = cells.map((was, cell) => (first <= cell && cell <= last ? on : was));
  return [...lines.filter(line => line.weekday !== weekday), ...linesOf(next, weekday)];
}

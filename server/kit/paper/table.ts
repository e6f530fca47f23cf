import { A4, type Sheet, type Written } from './pdf.ts';

/** The margin of papers with a table, where it ends on the right and below, in points. */
export const MARGIN = 40;
export const RIGHT = A4.width - MARGIN;

/** Goes down a sheet: each call answers the base line that many points lower. */
export function downFrom(top: number): (by: number) => number {
  let y = top;
  return by => {
    y += by;
    return y;
  };
}

/** Columns of a table: where each begins, or ends where it holds figures. */
export interface Columns<Name extends string> {
  at: Readonly<Record<Name, number>>;
  figures?: readonly NoInfer<Name>[];
}

/** Writes a row of a table; a column without a cell stays empty. */
export function writeRow<Name extends string>(
  sheet: Sheet,
  columns: Columns<Name>,
  cells: Partial<Record<Name, string>>,
  y: number,
  how: Written = { size: 9 },
  role: 'TH' | 'TD' = 'TD',
): void {
  const { at, figures = [] } = columns;
  const row = () => {
    for (const [name, x] of Object.entries<number>(at) as [Name, number][])
      sheet.part(role, () =>
        sheet.text(cells[name] ?? '', x, y, { ...how, align: figures.includes(name) ? 'end' : 'start' }),
      );
  };
  sheet.part('Table', () => sheet.part('TR', row), columns);
}

/** Writes what the columns are called. */
export function writeHead<Name extends string>(
  sheet: Sheet,
  columns: Columns<Name>,
  say: (name: Name) => string,
  y: number,
  size = 8,
): void {
  const names = Object.keys(columns.at) as Name[];
  const words = Object.fromEntries(names.map(name => [name, say(name)])) as Record<Name, string>;
  writeRow(sheet, columns, words, y, { size, weight: 700 }, 'TH');
}

/** Writes who signs, each in the middle of as much room as the others have. */
export function writeSigners(sheet: Sheet, signers: readonly string[], y: number, size = 9): void {
  const room = (RIGHT - MARGIN) / signers.length;
  for (const [n, who] of signers.entries())
    sheet.text(who, MARGIN + room * (n + 0.5), y, { size, weight: 700, align: 'middle' });
}

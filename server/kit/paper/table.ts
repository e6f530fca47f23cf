import { A4, type Sheet, type Written } from './pdf.ts';

/** Right and bottom margin of documents with a table, in points. */
export const MARGIN = 40;
export const RIGHT = A4.width - MARGIN;

/** Returns a function that moves down a page and returns the new baseline. */
export function downFrom(top: number): (by: number) => number {
  let y = top;
  return by => {
    y += by;
    return y;
  };
}

/** Columns of a table: where each starts, or ends if it holds figures. */
export interface Columns<Name extends string> {
  at: Readonly<Record<Name, number>>;
  figures?: readonly NoInfer<Name>[];
}

/** Writes a row of a table; columns without a cell stay empty. */
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

/** Writes the column titles. */
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

/** Writes the signers, each centred in an equal share of the width. */
export function writeSigners(sheet: Sheet, signers: readonly string[], y: number, size = 9): void {
  const room = (RIGHT - MARGIN) / signers.length;
  for (const [n, who] of signers.entries())
    sheet.text(who, MARGIN + room * (n + 0.5), y, { size, weight: 700, align: 'middle' });
}

/** A cell as it was read: a day or a moment is text of its own form, so that no time zone gets between. */
export type Cell = string | number | boolean | null | { day: string } | { fault: string };

export interface SheetRow {
  /** As the spreadsheet counts, from 1. */
  row: number;
  cells: Cell[];
}

/** The letters of a column, from 0: `A`, `B` ... `AA`. */
export const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** The place of a column by its letters, from 0. */
export const placeOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** A cell as people see it, for the preview and the marked file. */
export function shown(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return 'day' in cell ? cell.day.split('-').reverse().join('/') : cell.fault;
  return String(cell);
}

/** Whether nothing was written in it. */
export const isBlank = (cell: Cell | undefined): boolean => shown(cell).trim() === '';

/** What is written where a value is to be none: an empty cell leaves a record as it is. */
export const NOTHING = '-';
export const isNothing = (cell: Cell | undefined): boolean => shown(cell).trim() === NOTHING;

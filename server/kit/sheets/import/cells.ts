/**
 * A parsed cell. Days and instants are text in a form of their own, so that no time zone shifts them; a fault has the
 * displayed text and a code.
 */
export type Cell = string | number | boolean | null | { day: string } | { fault: string; code?: string };

export interface SheetRow {
  /** Row number in the spreadsheet, from 1. */
  row: number;
  cells: Cell[];
}

/** A sheet of a workbook, without empty rows. */
export interface Sheet {
  name: string;
  rows: SheetRow[];
}

/** Index of a column from 0, by its letters. */
export const placeOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The text of a cell as people see it, for the preview and the marked file. */
export function shown(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return 'day' in cell ? cell.day.split('-').reverse().join('/') : cell.fault;
  return String(cell);
}

export const isBlank = (cell: Cell | undefined): boolean => shown(cell).trim() === '';

/** Cell text that clears a value; an empty cell leaves the record unchanged. */
export const NOTHING = '-';
export const isNothing = (cell: Cell | undefined): boolean => shown(cell).trim() === NOTHING;

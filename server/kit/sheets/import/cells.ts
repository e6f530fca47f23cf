/** A cell as it was read: a day or a moment is text of its own form, so that no time zone gets between; a fault is what it shows, and why. */
export type Cell = string | number | boolean | null | { day: string } | { fault: string; code?: string };

export interface SheetRow {
  /** As the spreadsheet counts, from 1. */
  row: number;
  cells: Cell[];
}

/** A sheet of a workbook, with the lines that hold anything. */
export interface Sheet {
  name: string;
  rows: SheetRow[];
}

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

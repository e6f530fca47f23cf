import { addDays } from '@lobby/shared/kit/dates.ts';
import { readNumber } from '@lobby/shared/kit/written-numbers.ts';
import type { Cell } from './cells.ts';

/** Whole numbers and fractions as spreadsheets and people write them, with a unit behind them: `1.234,5`, `1,234.5`, `72,5 m²`; null where the cell is not wholly one. */
export function numberOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'string' ? readNumber(cell) : null;
}

/** At least two digits. */
export const two = (n: string | undefined) => (n ?? '').padStart(2, '0');
/** A day as people write it, and as other systems do; a time behind it is left out. */
const LOCAL = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?)?$/;
const ISO = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[ T]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** A day as spreadsheets and people write it, as `2026-11-30`; null where the cell is not wholly one. */
export function dayOf(cell: Cell): string | null {
  if (typeof cell === 'object' && cell && 'day' in cell) return cell.day;
  // A serial number whose format was lost; of four digits it is rather a year, or a number of something else.
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell > 9999 && cell < 80_000 ? addDays('1899-12-30', cell) : null;
  if (typeof cell !== 'string') return null;
  const local = LOCAL.exec(cell.trim());
  if (local) return `${local[3]}-${two(local[2])}-${two(local[1])}`;
  const iso = ISO.exec(cell.trim());
  return iso ? `${iso[1]}-${two(iso[2])}-${two(iso[3])}` : null;
}

/** A year alone, as people write it where they know no day. */
export const yearOf = (cell: Cell): number | null =>
  (typeof cell === 'number' || typeof cell === 'string') && /^(19|20)\d\d$/.test(String(cell).trim())
    ? Number(cell)
    : null;

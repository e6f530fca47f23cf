import { addDays } from '@lobby/shared/kit/dates.ts';
import { readNumber } from '@lobby/shared/kit/written-numbers.ts';
import type { Cell } from './cells.ts';

/**
 * A number as spreadsheets and people write it, with an optional unit: `1.234,5`, `1,234.5`, `72,5 m²`; null if the cell is
 * anything else.
 */
export function numberOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'string' ? readNumber(cell) : null;
}

/** Pads to two digits. */
export const two = (n: string | undefined) => (n ?? '').padStart(2, '0');
/** A day as people and other systems write it; a time after it is ignored. */
const LOCAL = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?)?$/;
const ISO = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:[ T]+\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** A cell's day as `2026-11-30`; null if the cell is anything else. */
export function dayOf(cell: Cell): string | null {
  if (typeof cell === 'object' && cell && 'day' in cell) return cell.day;
  // A date serial number that lost its format. Numbers of four digits are more likely a year.
  if (typeof cell === 'number')
    return Number.isInteger(cell) && cell > 9999 && cell < 80_000 ? addDays('1899-12-30', cell) : null;
  if (typeof cell !== 'string') return null;
  const local = LOCAL.exec(cell.trim());
  if (local) return `${local[3]}-${two(local[2])}-${two(local[1])}`;
  const iso = ISO.exec(cell.trim());
  return iso ? `${iso[1]}-${two(iso[2])}-${two(iso[3])}` : null;
}

/** A year only, as people write it if they do not know the day. */
export const yearOf = (cell: Cell): number | null =>
  (typeof cell === 'number' || typeof cell === 'string') && /^(19|20)\d\d$/.test(String(cell).trim())
    ? Number(cell)
    : null;

/** Years, quarters, months, weeks and days, as they are sorted. */
const TIME = /^\d{4}(-(\d{2}|Q\d|W\d{2})(-\d{2})?)?$/;

/** Rows that are each of a time with the newest first, as people come for it; all others as they stand. */
export const newestFirst = <T>(rows: readonly T[], keyOf: (row: T) => string | null | undefined): readonly T[] =>
  rows.length > 1 && rows.every(row => TIME.test(keyOf(row) ?? ''))
    ? rows.toSorted((a, b) => ((keyOf(a) ?? '') < (keyOf(b) ?? '') ? 1 : -1))
    : rows;

/** Below this share of the largest a time is as good as empty. */
const NEAR_EMPTY = 0.03;

/** How many of the first of a row of times tell next to nothing beside the largest: they give way to those that do. One alone stays. */
export function leadingEmpty(sizes: readonly number[]): number {
  const most = Math.max(0, ...sizes.map(Math.abs));
  const first = sizes.findIndex(size => Math.abs(size) > most * NEAR_EMPTY);
  return first > 1 ? first : 0;
}

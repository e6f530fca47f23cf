/** Years, quarters, months, weeks and days in sortable form. */
const TIME = /^\d{4}(-(\d{2}|Q\d|W\d{2})(-\d{2})?)?$/;

/** Rows by time with the newest first, as readers expect; other rows unchanged. */
export const newestFirst = <T>(rows: readonly T[], keyOf: (row: T) => string | null | undefined): readonly T[] =>
  rows.length > 1 && rows.every(row => TIME.test(keyOf(row) ?? ''))
    ? rows.toSorted((a, b) => ((keyOf(a) ?? '') < (keyOf(b) ?? '') ? 1 : -1))
    : rows;

/** Values below this share of the maximum count as almost empty. */
const NEAR_EMPTY = 0.03;

/** Number of leading values that are almost empty compared with the largest, and are left out. A single one stays. */
export function leadingEmpty(sizes: readonly number[]): number {
  const most = Math.max(0, ...sizes.map(Math.abs));
  const first = sizes.findIndex(size => Math.abs(size) > most * NEAR_EMPTY);
  return first > 1 ? first : 0;
}

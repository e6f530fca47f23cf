/** Years, quarters, months, weeks and days, as they are sorted. */
const TIME = /^\d{4}(-(\d{2}|Q\d|W\d{2})(-\d{2})?)?$/;

/** Rows that are each of a time with the newest first, as people come for it; all others as they stand. */
export const newestFirst = <T>(rows: readonly T[], keyOf: (row: T) => string | null | undefined): readonly T[] =>
  rows.length > 1 && rows.every(row => TIME.test(keyOf(row) ?? ''))
    ? rows.toSorted((a, b) => ((keyOf(a) ?? '') < (keyOf(b) ?? '') ? 1 : -1))
    : rows;

/** Delay of what a list loads beside its rows, so that the rows come first, in ms. */
export const AFTER_ROWS_MS = 1500;

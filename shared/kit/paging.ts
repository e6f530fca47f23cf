/** Paging of lists: values out of bounds are refused, never clamped (api.md, Lists). */
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
/** Records handled at once in a bulk act; more are handled in the background (api.md, Multi). */
export const MULTI_AT_ONCE = 200;

/**
 * Content-Range header: `items 0-19/1234`. A star stands for the range of an empty page, or of a page read by cursor, whose
 * offset is unknown (RFC 9110, 14.4).
 */
export function contentRange(offset: number | null, rows: number, total: number): string {
  return rows === 0 || offset === null ? `items */${total}` : `items ${offset}-${offset + rows - 1}/${total}`;
}

/** Total in a Content-Range header. */
export function totalOf(header: string | null): number {
  return Number(header?.split('/')[1] ?? 0);
}

/** Limit of chosen records for a file or printout. */
export const MOST_CHOSEN = 5000;

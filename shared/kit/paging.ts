/** List pages: a limit above the most or a page below 1 is refused, never clamped (api.md, Lists). */
export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;
/** Items that a multi-action answers at once; above it the work goes on in the background (api.md, Multi). */
export const MULTI_AT_ONCE = 200;

/** `items 0-19/1234`; a star stands for the range of an empty page, and of one found by a cursor, whose place nobody counted (RFC 9110, 14.4). */
export function contentRange(offset: number | null, rows: number, total: number): string {
  return rows === 0 || offset === null ? `items */${total}` : `items ${offset}-${offset + rows - 1}/${total}`;
}

/** The total after the slash of a Content-Range header. */
export function totalOf(header: string | null): number {
  return Number(header?.split('/')[1] ?? 0);
}

/** Records that a file is made of by choosing them, and that go onto paper. */
export const MOST_CHOSEN = 5000;

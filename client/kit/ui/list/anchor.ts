/** Rows as displayed before a change. */
export interface Standing {
  ids: readonly (string | null)[];
  rowHeight: number;
  /** Scroll offset in px. */
  top: number;
}

/**
 * The nearest offset at which the first visible row is whole, and at which the middle of a row of the former height stays
 * within the row of the new one, so that what was clicked remains under the pointer.
 */
function wholeTop(top: number, rowHeight: number, before: number): number {
  const over = top % rowHeight;
  return over <= before / 2 ? top - over : top - over + rowHeight;
}

/**
 * Scroll offset after rows came, went or changed their height, so that the opened row, or else the first visible one, keeps
 * its position. A list at its top stays there.
 */
export function anchoredTop(before: Standing, ids: Standing['ids'], rowHeight: number, opened: string | null): number {
  const resized = before.rowHeight !== rowHeight;
  if (before.top <= 0 && !(resized && opened)) return Math.max(0, before.top);
  const held = opened === null ? -1 : before.ids.indexOf(opened);
  const was = resized && held >= 0 ? held : Math.floor(before.top / before.rowHeight);
  const id = before.ids[was];
  const at = id ? (ids[was] === id ? was : ids.indexOf(id)) : was;
  const now = at < 0 ? was : at;
  const top = Math.max(0, now * rowHeight - (was * before.rowHeight - before.top));
  return resized ? wholeTop(top, rowHeight, before.rowHeight) : top;
}

/** Scroll offset that brings a row into full view; `height` is that of the box without overlays. */
export function topShowing(index: number, rowHeight: number, top: number, height: number): number {
  const start = index * rowHeight;
  if (start < top) return start;
  return start + rowHeight > top + height ? start + rowHeight - height : top;
}

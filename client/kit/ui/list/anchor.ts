/** Rows as they stood on the screen. */
export interface Standing {
  ids: readonly (string | null)[];
  rowHeight: number;
  /** How far the box was scrolled, px. */
  top: number;
}

/** Where to scroll after rows came, went or changed their height, so that what is looked at keeps its place on the screen: the opened row, else the first one shown. At the top the list stays at the top. */
export function anchoredTop(before: Standing, ids: Standing['ids'], rowHeight: number, opened: string | null): number {
  const resized = before.rowHeight !== rowHeight;
  if (before.top <= 0 && !(resized && opened)) return Math.max(0, before.top);
  const held = opened === null ? -1 : before.ids.indexOf(opened);
  const was = resized && held >= 0 ? held : Math.floor(before.top / before.rowHeight);
  const id = before.ids[was];
  const at = id ? (ids[was] === id ? was : ids.indexOf(id)) : was;
  const now = at < 0 ? was : at;
  return Math.max(0, now * rowHeight - (was * before.rowHeight - before.top));
}

/** Where to scroll so that a row is in full view; `height` of the box without what lies over it. */
export function topShowing(index: number, rowHeight: number, top: number, height: number): number {
  const start = index * rowHeight;
  if (start < top) return start;
  return start + rowHeight > top + height ? start + rowHeight - height : top;
}

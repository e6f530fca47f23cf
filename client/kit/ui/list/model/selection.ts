/** Selected rows of a list. */
export interface Selection {
  ids: ReadonlySet<string>;
  /** Start of a range selected with Shift. */
  anchor: string | null;
  /** Everything under the filter, including rows not loaded. */
  all: boolean;
  /** When everything was selected, by the server's time. */
  allAt?: number;
}

export const NOTHING: Selection = { ids: new Set(), anchor: null, all: false };

type Shown = readonly (string | null)[];
const loaded = (shown: Shown) => shown.filter(id => id !== null);

/** Selects or deselects a row; deselecting one of "all" leaves the other loaded rows selected. */
export function toggle(selection: Selection, id: string, shown: Shown): Selection {
  const ids = new Set(selection.all ? loaded(shown) : selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: id, all: false };
}

/** Selects the loaded rows from the anchor to a row, in addition to the selection. */
export function extend(selection: Selection, id: string, shown: Shown): Selection {
  const to = shown.indexOf(id);
  const from = selection.anchor === null ? -1 : shown.indexOf(selection.anchor);
  if (from < 0 || to < 0) return toggle(selection, id, shown);
  const between = loaded(shown.slice(Math.min(from, to), Math.max(from, to) + 1));
  return {
    ids: new Set([...selection.ids, ...between]),
    anchor: selection.anchor,
    all: selection.all,
    ...(selection.allAt && { allAt: selection.allAt }),
  };
}

/** Whether none, some or all loaded rows are selected. */
export function extentOf(selection: Selection, shown: Shown): 'none' | 'some' | 'shown' {
  if (selection.all) return 'shown';
  if (selection.ids.size === 0) return 'none';
  const rows = loaded(shown);
  return rows.length > 0 && rows.every(id => selection.ids.has(id)) ? 'shown' : 'some';
}

/** The check box of the header: selects all loaded rows, or clears the selection. */
export function toggleShown(selection: Selection, shown: Shown): Selection {
  return extentOf(selection, shown) === 'shown' ? NOTHING : { ids: new Set(loaded(shown)), anchor: null, all: false };
}

export function holdsRow(selection: Selection, id: string): boolean {
  return selection.all || selection.ids.has(id);
}

/** Number of selected rows; `total` is the count under the filter. */
export function countOf(selection: Selection, total: number | null): number {
  return selection.all ? (total ?? selection.ids.size) : selection.ids.size;
}

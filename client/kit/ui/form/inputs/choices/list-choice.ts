/** How many of the records have an item; `some` also if unknown. */
export type Extent = 'all' | 'some' | 'none';

/** Additions to and removals from a list. */
export interface ListChange {
  add: readonly string[];
  remove: readonly string[];
}

/** How many records have an id in their list; `held` holds each record's list, undefined if not all are loaded. */
export function extentIn(held: readonly (readonly string[])[] | undefined, id: string): Extent {
  if (!held) return 'some';
  const count = held.filter(ids => ids.includes(id)).length;
  return count === 0 ? 'none' : count === held.length ? 'all' : 'some';
}

/** How many have it after the change; `before` is how many have it now. */
export function extentAfter({ add, remove }: ListChange, id: string, before: Extent): Extent {
  return add.includes(id) ? 'all' : remove.includes(id) ? 'none' : before;
}

/** The change after a click on a checkbox: on, off, and back to "some" if it started so. */
export function pressed(change: ListChange, id: string, before: Extent): ListChange {
  const now = extentAfter(change, id, before);
  const next: Extent = now === 'some' ? 'all' : now === 'all' ? 'none' : before === 'some' ? 'some' : 'all';
  const put = (ids: readonly string[], on: boolean) => [...ids.filter(other => other !== id), ...(on ? [id] : [])];
  return {
    add: put(change.add, next === 'all' && before !== 'all'),
    remove: put(change.remove, next === 'none' && before !== 'none'),
  };
}

/** How many of the records have something: all, some, none; `some` also where that is not known. */
export type Extent = 'all' | 'some' | 'none';

/** What is added to a list and what is removed from it. */
export interface ListChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Of how many records the list holds an id; `held` has the list of each, undefined where they are not all known. */
export function extentIn(held: readonly (readonly string[])[] | undefined, id: string): Extent {
  if (!held) return 'some';
  const count = held.filter(ids => ids.includes(id)).length;
  return count === 0 ? 'none' : count === held.length ? 'all' : 'some';
}

/** How many have it once the change is made; `before` is how many have it now. */
export function extentAfter({ add, remove }: ListChange, id: string, before: Extent): Extent {
  return add.includes(id) ? 'all' : remove.includes(id) ? 'none' : before;
}

/** The change after the box of an id was pressed: on, off, and back to "some" where it began so. */
export function pressed(change: ListChange, id: string, before: Extent): ListChange {
  const now = extentAfter(change, id, before);
  const next: Extent = now === 'some' ? 'all' : now === 'all' ? 'none' : before === 'some' ? 'some' : 'all';
  const put = (ids: readonly string[], on: boolean) => [...ids.filter(one => one !== id), ...(on ? [id] : [])];
  return {
    add: put(change.add, next === 'all' && before !== 'all'),
    remove: put(change.remove, next === 'none' && before !== 'none'),
  };
}

/** What the tree knows of a group. */
export interface Group {
  id: string;
  version: number;
  name: string;
  parentId: string | null;
  /** Labels directly in it. */
  labels: number;
}

/** A line of the tree that is in sight. */
export interface Branch {
  group: Group;
  /** From 1, as readers count. */
  level: number;
  /** Its place among its sisters, from 1, and how many they are. */
  place: number;
  sisters: number;
  /** Open, closed, or null where nothing is below. */
  open: boolean | null;
}

/** The lines of the tree from the top down; what is below a closed group is out of sight. */
export function branchesOf(groups: readonly Group[], closed: ReadonlySet<string>): Branch[] {
  const known = new Set(groups.map(({ id }) => id));
  const below = Map.groupBy(groups, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const lines: Branch[] = [];
  const seen = new Set<string>();
  const grow = (own: readonly Group[], level: number, shown: boolean) => {
    for (const [at, group] of own.entries()) {
      if (seen.has(group.id)) continue;
      seen.add(group.id);
      const children = below.get(group.id) ?? [];
      const open = children.length > 0 ? !closed.has(group.id) : null;
      if (shown) lines.push({ group, level, place: at + 1, sisters: own.length, open });
      grow(children, level + 1, shown && open === true);
    }
  };
  grow(below.get(null) ?? [], 1, true);
  // Two moves at once may have closed a ring, which hangs nowhere: it is shown at the top, where it can be undone.
  for (const group of groups) if (!seen.has(group.id)) grow([group], 1, true);
  return lines;
}

/** What a key does in the tree: the group to stand on next, and the groups to open or close. */
export interface Step {
  to?: string;
  open?: readonly string[];
  close?: string;
}

/** The keys of a tree (WAI-ARIA): up and down, right into and left out of a group, ends, and `*` opens all sisters. */
export function stepOf(lines: readonly Branch[], id: string, key: string): Step | null {
  const at = lines.findIndex(({ group }) => group.id === id);
  const here = lines[at];
  if (!here) return null;
  const to = (line: Branch | undefined): Step => (line ? { to: line.group.id } : {});
  switch (key) {
    case 'ArrowDown':
      return to(lines[at + 1]);
    case 'ArrowUp':
      return to(lines[at - 1]);
    case 'Home':
      return to(lines[0]);
    case 'End':
      return to(lines.at(-1));
    case 'ArrowRight':
      return here.open === false ? { open: [id] } : here.open ? to(lines[at + 1]) : {};
    case 'ArrowLeft':
      return here.open ? { close: id } : to(lines.slice(0, at).findLast(line => line.level < here.level));
    case '*':
      return {
        open: lines.flatMap(({ group, open }) =>
          open === false && group.parentId === here.group.parentId ? [group.id] : [],
        ),
      };
    default:
      return null;
  }
}

/** The groups above one, nearest first. */
export function above(groups: readonly Group[], id: string): string[] {
  const byId = new Map(groups.map(group => [group.id, group]));
  const ids = new Set<string>();
  for (let up = byId.get(id)?.parentId; up && byId.has(up) && !ids.has(up); up = byId.get(up)?.parentId) ids.add(up);
  return [...ids];
}

/** What a tree knows of a record that stands inside another of its kind. */
export interface Node {
  id: string;
  version: number;
  name: string;
  parentId: string | null;
  /** What is directly in it. */
  count: number;
}

/** A line of the tree that is in sight. */
export interface Branch {
  node: Node;
  /** From 1, as readers count. */
  level: number;
  /** Its place among its sisters, from 1, and how many they are. */
  place: number;
  sisters: number;
  /** Open, closed, or null where nothing is below. */
  open: boolean | null;
}

/** The lines of the tree from the top down; what is below a closed one is out of sight. */
export function branchesOf(nodes: readonly Node[], closed: ReadonlySet<string>): Branch[] {
  const known = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ parentId }) => (parentId && known.has(parentId) ? parentId : null));
  const lines: Branch[] = [];
  const seen = new Set<string>();
  const grow = (own: readonly Node[], level: number, shown: boolean) => {
    for (const [at, node] of own.entries()) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      const children = below.get(node.id) ?? [];
      const open = children.length > 0 ? !closed.has(node.id) : null;
      if (shown) lines.push({ node, level, place: at + 1, sisters: own.length, open });
      grow(children, level + 1, shown && open === true);
    }
  };
  grow(below.get(null) ?? [], 1, true);
  // Two moves at once may have closed a ring, which hangs nowhere: it is shown at the top, where it can be undone.
  for (const node of nodes) if (!seen.has(node.id)) grow([node], 1, true);
  return lines;
}

/** What a key does in the tree: the node to stand on next, and the nodes to open or close. */
export interface Step {
  to?: string;
  open?: readonly string[];
  close?: string;
}

/** The keys of a tree (WAI-ARIA): up and down, right into and left out of a node, ends, and `*` opens all sisters. */
export function stepOf(lines: readonly Branch[], id: string, key: string): Step | null {
  const at = lines.findIndex(({ node }) => node.id === id);
  const here = lines[at];
  if (!here) return null;
  const to = (line: Branch | undefined): Step => (line ? { to: line.node.id } : {});
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
        open: lines.flatMap(({ node, open }) =>
          open === false && node.parentId === here.node.parentId ? [node.id] : [],
        ),
      };
    default:
      return null;
  }
}

/** The nodes above one, nearest first. */
export function above(nodes: readonly Node[], id: string): string[] {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const ids = new Set<string>();
  for (let up = byId.get(id)?.parentId; up && byId.has(up) && !ids.has(up); up = byId.get(up)?.parentId) ids.add(up);
  return [...ids];
}

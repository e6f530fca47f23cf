/** A nested record in a tree. */
export interface Node {
  id: string;
  version: number;
  name: string;
  parentId: string | null;
  /** Number of records directly inside. */
  count: number;
}

/** A visible line of the tree. */
export interface Branch {
  node: Node;
  /** Level from 1, as in `aria-level`. */
  level: number;
  /** Position among its siblings from 1, and their number. */
  place: number;
  sisters: number;
  /** Open, closed, or null for a leaf. */
  open: boolean | null;
}

/** Visible lines from top to bottom, without those inside closed nodes. */
export function branchesOf(nodes: readonly Node[], closed: ReadonlySet<string>): Branch[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const below = Map.groupBy(nodes, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : null));
  const lines: Branch[] = [];
  const seen = new Set<string>();
  const grow = (siblings: readonly Node[], level: number, shown: boolean) => {
    for (const [at, node] of siblings.entries()) {
      if (seen.has(node.id)) continue;
      seen.add(node.id);
      const children = below.get(node.id) ?? [];
      const open = children.length > 0 ? !closed.has(node.id) : null;
      if (shown) lines.push({ node, level, place: at + 1, sisters: siblings.length, open });
      grow(children, level + 1, shown && open === true);
    }
  };
  grow(below.get(null) ?? [], 1, true);
  // Two concurrent moves may have created a cycle without a root; it is shown at the top, where it can be corrected.
  for (const node of nodes) if (!seen.has(node.id)) grow([node], 1, true);
  return lines;
}

/** Effect of a key in the tree: the node to focus, and nodes to open or close. */
export interface Step {
  to?: string;
  open?: readonly string[];
  close?: string;
}

/** Keys of a tree (WAI-ARIA): up and down, right into and left out of a node, both ends, and `*` opens all siblings. */
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

/** Ancestors of a node, nearest first. */
export function above(nodes: readonly Node[], id: string): string[] {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const ids = new Set<string>();
  for (let up = byId.get(id)?.parentId; up && byId.has(up) && !ids.has(up); up = byId.get(up)?.parentId) ids.add(up);
  return [...ids];
}

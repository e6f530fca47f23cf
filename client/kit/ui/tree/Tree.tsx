import { ChevronRight, Folder, FolderOpen } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { carry, type Landing, useLanding } from './drag-and-drop.ts';
import { above, type Branch, type Node, stepOf } from './tree.ts';

const treeClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  listStyle: 'none',
  m: '0',
  px: '2',
  pb: '4',
  '& > [role=treeitem]': {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: { base: '12', md: '9' },
    pe: '3',
    borderRadius: 'sm',
    cursor: 'pointer',
    '&:not([aria-selected=true]):hover': { bg: 'bg.subtle' },
    '&[aria-selected=true]': { bg: 'bg.emphasized' },
    '&[data-over]': { outline: '2px solid', outlineColor: 'accent.solid', outlineOffset: '-2px', bg: 'accent.subtle' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  },
  '& > [role=treeitem] > svg': { flex: 'none', w: '4', h: '4', color: 'fg.muted' },
  '& > [role=treeitem] > i': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flex: 'none',
    w: '6',
    h: 'full',
    color: 'fg.muted',
    '& svg': { w: '4', h: '4', transition: 'transform 120ms' },
  },
  '& > [aria-expanded=true] > i svg': { transform: 'rotate(90deg)' },
  '& b': { fontWeight: 'medium', minW: '0' },
  '& small': { textStyle: 'xs', color: 'fg.muted', ms: 'auto', whiteSpace: 'nowrap' },
});

/** Indentation per level in px. */
const STEP = 20;

interface TreeProps {
  label: string;
  lines: readonly Branch[];
  open: string | null;
  onOpen: (id: string) => void;
  /** Opens or closes nodes. */
  onFold: (ids: readonly string[], closed: boolean) => void;
  /** Content at the end of a line. */
  note: (node: Node) => ReactNode;
  /** Menu of the open line, in place of the note. */
  tools?: (node: Node) => ReactNode;
  /** Moves a dragged line onto another; without it lines cannot be dragged. */
  onMove?: (id: string, into: string) => void;
  /** Takes files dropped onto a line. */
  onFiles?: (files: readonly File[], into: string) => void;
}

/** A tree of nested records. Arrow keys move, open and close; Enter shows a record; lines are dragged, or moved by their menu. */
export function Tree({ label, lines, open, onOpen, onFold, note, tools, onMove, onFiles }: TreeProps) {
  const tree = useRef<HTMLUListElement>(null);
  const [spot, setSpot] = useState<string | null>(open);
  const has = (id: string | null) => lines.some(({ node }) => node.id === id);
  const stop = [spot, open].find(has) ?? lines[0]?.node.id ?? '';
  const focusing = useRef(false);
  useEffect(() => {
    if (!focusing.current) return;
    focusing.current = false;
    tree.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus();
  });
  const press = (event: KeyboardEvent) => {
    const item = event.target instanceof Element && event.target.getAttribute('role') === 'treeitem';
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return onOpen(stop);
    }
    const step = stepOf(lines, stop, event.key);
    if (!step) return;
    event.preventDefault();
    if (step.open?.length) onFold(step.open, false);
    if (step.close) onFold([step.close], true);
    if (!step.to) return;
    focusing.current = true;
    setSpot(step.to);
  };
  const nodes = lines.map(({ node }) => node);
  const landing: Landing = {
    takes: (id, into) => onMove !== undefined && id !== into && !above(nodes, into).includes(id),
    onMove,
    onFiles,
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree is a list that keys walk
    <ul ref={tree} role="tree" aria-label={label} className={treeClass()} onKeyDown={press}>
      {lines.map(line => (
        <Item
          key={line.node.id}
          line={line}
          open={open === line.node.id}
          stop={stop === line.node.id}
          landing={landing}
          onPick={() => {
            setSpot(line.node.id);
            onOpen(line.node.id);
          }}
          onTwist={() => {
            if (line.open === null) return;
            setSpot(line.node.id);
            onFold([line.node.id], line.open);
          }}
        >
          {open === line.node.id && tools ? tools(line.node) : note(line.node)}
        </Item>
      ))}
    </ul>
  );
}

interface ItemProps {
  line: Branch;
  open: boolean;
  stop: boolean;
  landing: Landing;
  onPick: () => void;
  onTwist: () => void;
  children: ReactNode;
}

function Item({ line, open, stop, landing, onPick, onTwist, children }: ItemProps) {
  const { node, level, place, sisters, open: unfolded } = line;
  const over = useLanding(node.id, landing);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens for the keys
    <li
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={sisters}
      aria-expanded={unfolded ?? undefined}
      aria-selected={open}
      tabIndex={stop ? 0 : -1}
      style={{ paddingInlineStart: (level - 1) * STEP }}
      draggable={landing.onMove !== undefined}
      onDragStart={event => carry(event, node.id)}
      {...over}
      onClick={onPick}
    >
      <i
        aria-hidden
        onClick={event => {
          if (unfolded === null) return;
          event.stopPropagation();
          onTwist();
        }}
      >
        {unfolded !== null && <ChevronRight />}
      </i>
      {unfolded ? <FolderOpen aria-hidden /> : <Folder aria-hidden />}
      <b className="cut" title={node.name}>
        {node.name}
      </b>
      {children}
    </li>
  );
}

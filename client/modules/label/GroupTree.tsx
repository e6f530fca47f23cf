import { ChevronRight, Folder, FolderOpen } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../theme/classes.ts';
import { type Branch, stepOf } from './tree.ts';

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
    _hover: { bg: 'bg.subtle' },
    '&[aria-selected=true]': { bg: 'bg.emphasized' },
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

/** How far each level is moved in, in pixels. */
const STEP = 20;

interface GroupTreeProps {
  label: string;
  lines: readonly Branch[];
  open: string | null;
  onOpen: (id: string) => void;
  /** Opens or closes groups in the tree. */
  onFold: (ids: readonly string[], closed: boolean) => void;
}

/** Groups one inside another. Arrows walk, open and close; Enter shows one beside the tree. */
export function GroupTree({ label, lines, open, onOpen, onFold }: GroupTreeProps) {
  const { t } = useTranslation('label');
  const tree = useRef<HTMLUListElement>(null);
  const [spot, setSpot] = useState<string | null>(open);
  const has = (id: string | null) => lines.some(({ group }) => group.id === id);
  const stop = [spot, open].find(has) ?? lines[0]?.group.id ?? '';
  const focusing = useRef(false);
  useEffect(() => {
    if (!focusing.current) return;
    focusing.current = false;
    tree.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
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
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree is a list that keys walk
    <ul ref={tree} role="tree" aria-label={label} className={treeClass()} onKeyDown={press}>
      {lines.map(({ group, level, place, sisters, open: unfolded }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree listens for the keys
        <li
          key={group.id}
          role="treeitem"
          aria-level={level}
          aria-posinset={place}
          aria-setsize={sisters}
          aria-expanded={unfolded ?? undefined}
          aria-selected={group.id === open}
          tabIndex={group.id === stop ? 0 : -1}
          style={{ paddingInlineStart: (level - 1) * STEP }}
          onClick={() => {
            setSpot(group.id);
            onOpen(group.id);
          }}
        >
          <i
            aria-hidden
            onClick={event => {
              if (unfolded === null) return;
              event.stopPropagation();
              setSpot(group.id);
              onFold([group.id], unfolded);
            }}
          >
            {unfolded !== null && <ChevronRight />}
          </i>
          {unfolded ? <FolderOpen aria-hidden /> : <Folder aria-hidden />}
          <b className="cut">{group.name}</b>
          <small>{t('count', { count: group.labels })}</small>
        </li>
      ))}
    </ul>
  );
}

import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { readKept, writeKept } from '../../../theme/kept.ts';

const KEY = 'lobby.drawer';
const MIN = 440;
const USUAL = 560;
const MOST = 1200;
const STEP = 16;

const fit = (width: number) => Math.round(Math.min(MOST, Math.max(MIN, width)));

/** Width of drawers in px, stored in this browser; CSS limits it to 60 % of the space. */
export function useDrawerWidth(): [number, (width: number) => void] {
  const [width, setWidth] = useState(() => fit(Number(readKept(KEY)) || USUAL));
  const keep = (next: number) => {
    setWidth(fit(next));
    writeKept(KEY, String(fit(next)));
  };
  return [width, keep];
}

const edgeClass = styleClass({
  position: 'absolute',
  insetBlock: '0',
  insetInlineStart: '-4px',
  zIndex: 'bar',
  w: '2',
  cursor: 'col-resize',
  // The container of a non-modal drawer ignores the pointer.
  pointerEvents: 'auto',
  touchAction: 'none',
  outline: 'none',
  _after: { content: '""', position: 'absolute', insetBlock: '0', insetInlineStart: '3px', w: '0.5' },
  _hover: { _after: { bg: 'accent.solid' } },
  '&:is(:focus-visible, :active)': { boxShadow: 'none', _after: { bg: 'accent.solid' } },
  '@container beside (max-width: 799px)': { display: 'none' },
});

interface DrawerEdgeProps {
  width: number;
  onChange: (width: number) => void;
  label: string;
}

/** Left edge of a drawer, moved by dragging or with arrow keys. */
export function DrawerEdge({ width, onChange, label }: DrawerEdgeProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const panel = event.currentTarget.parentElement?.getBoundingClientRect();
    if (panel) onChange(panel.right - event.clientX);
  };
  const nudge = (event: KeyboardEvent) => {
    const by = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    onChange(width + by);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={MIN}
      aria-valuemax={MOST}
      tabIndex={0}
      className={edgeClass()}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={nudge}
    />
  );
}

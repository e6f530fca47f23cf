import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import { fitWidth, MIN_WIDTH } from './columns.ts';

const edgeClass = styleClass({
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '-4px',
  zIndex: '1',
  w: '2',
  // The last one must not overflow, since the list would scroll.
  '&[data-last]': { insetInlineEnd: '0', w: '1' },
  cursor: 'col-resize',
  touchAction: 'none',
  outline: 'none',
  _after: { content: '""', position: 'absolute', insetBlock: '6px', insetInlineStart: '3px', w: '0.5' },
  _hover: { _after: { bg: 'border.control' } },
  '&:is(:focus-visible, :active)': { boxShadow: 'none', _after: { bg: 'accent.solid' } },
});

const STEP = 16;

interface ColumnEdgeProps {
  label: string;
  width: number;
  last: boolean;
  onResize: (width: number) => void;
  /** Moves the column by one position. */
  onStep: (by: 1 | -1) => void;
}

/** Right edge of a column header, moved by dragging or arrow keys. */
export function ColumnEdge({ label, width, last, onResize, onStep }: ColumnEdgeProps) {
  const { t } = useTranslation('kit');
  const start = useRef(0);
  const begin = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onResize(fitWidth(event.clientX - start.current));
  };
  const nudge = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    if (event.shiftKey) return onStep(by < 0 ? -1 : 1);
    const now = event.currentTarget.parentElement?.getBoundingClientRect().width ?? width;
    onResize(fitWidth(now + by));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr>
    <span
      role="separator"
      data-last={last || undefined}
      aria-orientation="vertical"
      aria-label={t('list.resize', { name: label })}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      title={t('list.moveColumn')}
      tabIndex={0}
      className={edgeClass()}
      onPointerDown={begin}
      onPointerMove={drag}
      onKeyDown={nudge}
    />
  );
}

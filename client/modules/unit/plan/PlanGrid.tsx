import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../../kit/ui/layout/phone.ts';
import { StatusMark, TONES } from '../../../kit/ui/marks/Status.tsx';
import { recipeClass, styleClass } from '../../../theme/classes.ts';
import { lookOf, type Standing } from '../standing.tsx';
import { type Level, moveSpot, type Spot, spotOf } from './levels.ts';
import type { PlanUnit } from './usePlan.ts';

/** Row height in px; larger on phones as a touch target. */
const rowHeight = (phone: boolean) => (phone ? 48 : 40);

const boxClass = styleClass({ flex: '1', minH: '0', overflow: 'auto', px: '4', pb: '4', outline: 'none' });
const lineClass = styleClass({
  position: 'absolute',
  insetInlineStart: '0',
  top: '0',
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  h: { base: '12', md: '10' },
  '& > [role=rowheader]': {
    position: 'sticky',
    insetInlineStart: '-4',
    zIndex: '1',
    flex: 'none',
    w: '14',
    h: 'full',
    pe: '2',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'flex-end',
    bg: 'bg',
    color: 'fg.muted',
    textStyle: 'xs',
  },
  '&[data-block] > [role=rowheader]': {
    w: 'auto',
    ps: '2',
    color: 'fg',
    textStyle: 'sm',
    fontWeight: 'semibold',
    whiteSpace: 'nowrap',
  },
});
const cellClass = recipeClass({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    flex: 'none',
    w: '92px',
    h: { base: '11', md: '9' },
    px: '1.5',
    borderRadius: 'sm',
    bg: 'colorPalette.subtle',
    color: 'colorPalette.fg',
    textStyle: 'xs',
    fontWeight: 'medium',
    scrollMarginInline: '72px 16px',
    '& svg': { flex: 'none', w: '3', h: '3' },
    _hover: { outline: '1px solid', outlineColor: 'colorPalette.solid' },
    '&[aria-selected=true]': { outline: '2px solid', outlineColor: 'accent.solid' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '1px' },
  },
  variants: {
    tone: TONES,
  },
});

interface PlanGridProps {
  label: string;
  levels: readonly Level[];
  by: Standing;
  open: string | null;
  onOpen: (id: string) => void;
}

/**
 * Floors from the top down with their units side by side, virtualized. Arrow keys move the focus, Enter opens a unit.
 */
export function PlanGrid({ label, levels, by, open, onOpen }: PlanGridProps) {
  const { t } = useTranslation('unit');
  const box = useRef<HTMLDivElement>(null);
  const phone = usePhone();
  const [spot, setSpot] = useState<Spot>(() => spotOf(levels, open) ?? { line: 0, at: 0 });
  const virtual = useVirtualizer({
    count: levels.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight(phone),
    overscan: 8,
  });
  const first = levels.findIndex(level => level.kind === 'floor');
  const stands = levels[spot.line]?.kind === 'floor' ? spot : { line: Math.max(0, first), at: 0 };
  const focusing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only an opened unit moves the place; lines may change under it
  useEffect(() => {
    const there = spotOf(levels, open);
    if (there) setSpot(there);
  }, [open]);
  useEffect(() => {
    if (!focusing.current) return;
    // A row outside the view is rendered a moment after scrolling.
    const cell = box.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!cell) return;
    focusing.current = false;
    cell.focus();
  });
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = moveSpot(levels, stands, event.key);
    if (!next) return;
    event.preventDefault();
    focusing.current = true;
    virtual.scrollToIndex(next.line);
    setSpot(next);
  };
  const say = useCallback<Say>(
    cell => {
      const status = t(`options.${by}.${cell[by]}`);
      return { status, label: t('plan.unitLabel', { code: cell.code, status }) };
    },
    [t, by],
  );
  const latest = useRef(onOpen);
  latest.current = onOpen;
  const opening = useCallback((id: string) => latest.current(id), []);
  const there = useMemo(() => spotOf(levels, open), [levels, open]);
  const widest = Math.max(0, ...levels.map(level => (level.kind === 'floor' ? level.units.length : 0)));
  return (
    <div ref={box} className={boxClass()}>
      {/* biome-ignore lint/a11y/useSemanticElements: a table draws all its rows */}
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={levels.length}
        onKeyDown={press}
        style={{ position: 'relative', height: virtual.getTotalSize(), minWidth: 60 + widest * 96 }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const level = levels[index];
          return (
            level && (
              <Line
                key={`${level.kind} ${level.id}`}
                level={level}
                name={level.kind === 'block' ? `${t('fields.blockId')} ${level.name}` : level.name}
                index={index}
                top={start}
                by={by}
                say={say}
                open={there?.line === index ? open : null}
                stop={stands.line === index ? stands.at : null}
                onOpen={opening}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Labels of the plan, from one translation hook: a hook in each cell would cost more than the cell. */
type Say = (unit: PlanUnit) => { label: string; status: string };

interface LineProps {
  level: Level;
  name: string;
  index: number;
  top: number;
  by: Standing;
  say: Say;
  /** Open unit, if it is on this row. */
  open: string | null;
  /** Unit with the keyboard focus, if it is on this row. */
  stop: number | null;
  onOpen: (id: string) => void;
}

const Line = memo(function Line({ level, name, index, top, by, say, open, stop, onOpen }: LineProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus
    <div
      role="row"
      aria-rowindex={index + 1}
      className={lineClass()}
      data-block={level.kind === 'block' || undefined}
      style={{ transform: `translateY(${top}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus */}
      <span role="rowheader">{name}</span>
      {level.kind === 'floor' &&
        level.units.map((unit, at) => (
          <Cell
            key={unit.id}
            unit={unit}
            by={by}
            say={say}
            open={unit.id === open}
            stops={at === stop}
            onOpen={onOpen}
          />
        ))}
    </div>
  );
});

interface CellProps {
  unit: PlanUnit;
  by: Standing;
  say: Say;
  open: boolean;
  stops: boolean;
  onOpen: (id: string) => void;
}

function Cell({ unit, by, say, open, stops, onOpen }: CellProps) {
  const { tone, icon } = lookOf(by, unit[by]);
  const { label, status } = say(unit);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <button
      type="button"
      role="gridcell"
      tabIndex={stops ? 0 : -1}
      aria-selected={open}
      aria-label={label}
      title={status}
      className={cellClass({ tone })}
      onClick={() => onOpen(unit.id)}
    >
      <StatusMark icon={icon} />
      <span className="cut">{unit.code}</span>
    </button>
  );
}

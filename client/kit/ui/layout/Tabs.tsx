import { defineRecipe } from '@chakra-ui/react';
import { ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { recipeClass, styleClass } from '../../../theme/classes.ts';
import { useFormats } from '../../i18n/formats.ts';
import { FoldMenu } from '../overlay/FoldMenu.tsx';
import { foldLook, useFold } from '../useFold.ts';

const listClass = styleClass({
  display: 'flex',
  flex: 'none',
  gap: '5',
  h: 'max(40px, var(--target))',
  px: '4',
  overflowX: 'auto',
  overflowY: 'hidden',
  // Keeps the edge of the neighbouring tab in view.
  scrollPaddingInline: '48px',
  scrollbarWidth: 'none',
  borderBottomWidth: '1px',
  borderColor: 'border',
  // Touch scrolls along the tabs; with a pointer the others are in a menu.
  '&[data-folds]': { md: { ...foldLook, rowGap: '0' } },
});

/** Fades out the end of a scrollable list; a press scrolls on. */
const onwardClass = styleClass({
  position: 'sticky',
  // Covers the padding of the list too.
  insetInlineEnd: '-5',
  pe: '2',
  flex: 'none',
  display: 'grid',
  placeItems: 'center end',
  h: 'full',
  w: '12',
  // Overlays the list without taking space.
  ms: '-68px',
  bg: 'linear-gradient(to right, transparent, {colors.bg} 60%)',
  color: 'fg.muted',
  '&:not([data-on])': { visibility: 'hidden' },
  '[data-folds] > &': { md: { display: 'none' } },
  // Ignores the pointer, so that tabs visible through it can be clicked.
  pointerEvents: 'none',
  '& svg': { w: '4', h: '4', pointerEvents: 'auto' },
});

const tabClass = recipeClass(
  defineRecipe({
    base: {
      position: 'relative',
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1.5',
      flex: 'none',
      h: 'full',
      color: 'fg.muted',
      textStyle: 'sm',
      whiteSpace: 'nowrap',
      _hover: { color: 'fg' },
      '& > small': { textStyle: 'xs' },
      // Reserves the width of the bold word, so that nothing moves when another tab is selected.
      '& > span::after': {
        content: 'attr(data-word)',
        display: 'block',
        h: '0',
        overflow: 'hidden',
        visibility: 'hidden',
        fontWeight: 'semibold',
      },
    },
    variants: {
      active: {
        true: {
          color: 'fg',
          fontWeight: 'semibold',
          '& > small': { fontWeight: 'normal' },
          _after: { content: '""', position: 'absolute', insetInline: '0', bottom: '0', h: '0.5', bg: 'accent.solid' },
        },
      },
      tone: { neutral: {}, bad: { '& > small': { color: 'bad.fg', fontWeight: 'semibold' } } },
    },
  }),
);

export interface Tab<V extends string> {
  value: V;
  label: string;
  count?: number;
  /** Red for a count that is bad if not zero: overdue. */
  tone?: 'neutral' | 'bad';
}

interface TabsProps<V extends string> {
  /** Label for screen readers. */
  label: string;
  tabs: readonly Tab<V>[];
  value: V;
  onChange: (value: V) => void;
  /** Id of the element that shows the tab's content; `TabPanel` takes the same. */
  panel: string;
  /** Tabs that do not fit are in a menu after them. */
  folds?: boolean;
}

/** Tabs with counts; arrow keys, Home and End move between them. */
export function Tabs<V extends string>({ label, tabs, value, onChange, panel, folds = false }: TabsProps<V>) {
  const { count } = useFormats();
  const bar = useRef<HTMLDivElement>(null);
  const words = tabs.map(tab => `${tab.label} ${tab.count ?? ''}`).join();
  const { hidden, order } = useFold(bar, [value], words);
  const goesOn = useGoesOn(bar, words);
  useEffect(() => {
    bar.current?.querySelector(`[data-value="${value}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [value]);
  const focusOn = (tab: V) => bar.current?.querySelector<HTMLElement>(`[data-value="${tab}"]`)?.focus();
  /** A tab reached by keyboard while folded away gets the focus once it is visible. */
  const wanted = useRef<V | null>(null);
  useEffect(() => {
    if (wanted.current !== value || hidden.includes(value)) return;
    wanted.current = null;
    focusOn(value);
  });
  const walk = (event: KeyboardEvent) => {
    // Relative to the focused tab, because after fast key presses the selection may lag behind.
    const from = bar.current?.querySelector<HTMLElement>(':focus')?.dataset.value ?? value;
    const at = tabs.findIndex(tab => tab.value === from);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    wanted.current = hidden.includes(next.value) ? next.value : null;
    focusOn(next.value);
  };
  return (
    <>
      <div
        ref={bar}
        role="tablist"
        aria-label={label}
        data-folds={folds || undefined}
        className={listClass()}
        onKeyDown={walk}
      >
        {tabs.map(tab => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${panel}-${tab.value}`}
            data-value={tab.value}
            data-folded={hidden.includes(tab.value) || undefined}
            style={{ order: order(tab.value) }}
            aria-selected={tab.value === value}
            aria-controls={panel}
            tabIndex={tab.value === value ? 0 : -1}
            className={tabClass({ active: tab.value === value, tone: tab.count ? tab.tone : 'neutral' })}
            onClick={() => onChange(tab.value)}
          >
            <span data-word={tab.label}>{tab.label}</span>
            {tab.count !== undefined && tab.count > 0 && <small>{count(tab.count)}</small>}
          </button>
        ))}
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          data-on={goesOn || undefined}
          className={onwardClass()}
          onClick={() => bar.current?.scrollBy({ left: bar.current.clientWidth / 2 })}
        >
          <ChevronRight />
        </button>
      </div>
      <FoldMenu
        items={tabs
          .filter(tab => hidden.includes(tab.value))
          .map(tab => ({
            key: tab.value,
            label: tab.count ? `${tab.label} ${count(tab.count)}` : tab.label,
            onSelect: () => onChange(tab.value),
          }))}
      />
    </>
  );
}

/** Whether a scrollable list has more tabs beyond its visible end. */
function useGoesOn(line: RefObject<HTMLElement | null>, words: string): boolean {
  const [goesOn, setGoesOn] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words are measured anew
  useEffect(() => {
    const box = line.current;
    if (!box) return;
    const look = () => setGoesOn(box.scrollLeft + box.clientWidth < box.scrollWidth - 8);
    // The observer also reports the initial size.
    const seen = new ResizeObserver(look);
    seen.observe(box);
    box.onscroll = look;
    return () => seen.disconnect();
  }, [line, words]);
  return goesOn;
}

const panelClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  minW: '0',
  outline: 'none',
});

/** Content of a tab; `id` is the `panel` of its `Tabs`. */
export function TabPanel({ id, value, children }: { id: string; value: string; children: ReactNode }) {
  return (
    <div id={id} role="tabpanel" aria-labelledby={`${id}-${value}`} className={panelClass()}>
      {children}
    </div>
  );
}

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styleClass } from '../../../../theme/classes.ts';
import { useListModel } from '../model/model.ts';
import { useListWords } from '../model/words.ts';
import type { CalendarShape } from '../shapes/Calendar.tsx';
import { SortMenu } from '../sort/SortMenu.tsx';
import { AddFilter } from './AddFilter.tsx';
import { chipFields, cleared, isNarrowed } from './conditions.ts';
import { FilterChip } from './FilterChip.tsx';
import { QuickFilters } from './QuickFilters.tsx';
import { SearchBox } from './SearchBox.tsx';

const barClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: 'none',
  minH: '11',
  ps: '4',
  pe: '2',
  minW: '0',
  '& > :first-child': { flex: '0 1 240px', minW: '120px' },
  '&[data-folded]': { pe: '4', '& > :first-child': { flexBasis: '136px' } },
});
const filtersClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: '1',
  minW: '0',
  '--slack': '0px',
  // Beside the last visible mark, also where a folded one leaves room.
  '& > button:not([data-value])': { position: 'relative', insetInlineEnd: 'var(--slack, 0px)' },
});
const chipsClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: '0 1 auto',
  minW: '0',
  // Space for focus rings.
  mx: '-0.5',
  px: '0.5',
  py: '1.5',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  // Fades out scrolling content at the end.
  '&[data-more]': { maskImage: 'linear-gradient(to right, black calc(100% - 32px), transparent)' },
});
const clearClass = styleClass({
  flex: 'none',
  h: 'controlSmall',
  px: '1.5',
  color: 'accent.fg',
  whiteSpace: 'nowrap',
  borderRadius: 'md',
  _hover: { bg: 'bg.subtle' },
});

interface FilterBarProps {
  folded?: boolean;
  /** Whether the number of rows is shown; not if the rows of other tabs are included. */
  counts?: boolean;
  /** The calendar that shows the rows. */
  calendar?: CalendarShape | undefined;
}

/** Search, marks and filters of a list, with row count and sort. */
export function FilterBar({ folded, counts = true, calendar }: FilterBarProps) {
  return (
    <search className={barClass()} data-folded={folded || undefined}>
      <SearchBox />
      <Filters calendar={calendar} />
      {!folded && counts && <SortMenu />}
    </search>
  );
}

/** Whether content continues beyond the end of a horizontal scroller. */
function useMore(of: RefObject<HTMLElement | null>, holds: string): boolean {
  const [more, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew by what it holds
  useEffect(() => {
    const box = of.current;
    if (!box) return;
    const look = () => setMore(box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    // Marks get counts later, so children are observed too.
    const seen = new ResizeObserver(look);
    for (const part of [box, ...box.children]) seen.observe(part);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      seen.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [of, holds]);
  return more;
}

/** Active filters, marks, and a button to add one. */
function Filters({ calendar }: Pick<FilterBarProps, 'calendar'>) {
  const { definition, state, change, place } = useListModel();
  const t = useListWords();
  /** A filter being added, without a value yet. */
  const [added, setAdded] = useState<string | null>(null);
  const { filter } = state;
  const shown = chipFields(definition, filter, place);
  const fields = added ? [added, ...shown.filter(field => field !== added)] : shown;
  const chips = useRef<HTMLDivElement>(null);
  // Scrolls to a filter that was just added.
  useLayoutEffect(() => {
    if (added) chips.current?.scrollTo({ left: 0 });
  }, [added]);
  const more = useMore(chips, fields.join());
  return (
    <div className={filtersClass()}>
      {/* Active filters stay in view before other buttons. */}
      {fields.length > 0 && (
        <div ref={chips} className={chipsClass()} data-more={more ? '' : undefined}>
          {fields.map(field => (
            <FilterChip key={field} field={field} fresh={field === added} onDone={() => setAdded(null)} />
          ))}
        </div>
      )}
      <QuickFilters calendar={calendar} />
      <AddFilter without={place ? [...shown, place] : shown} onAdd={setAdded} />
      {isNarrowed(definition, filter, place) && (
        <button type="button" className={clearClass()} onClick={() => change({ filter: cleared(filter, place) })}>
          {t('kit:list.clearFilters')}
        </button>
      )}
    </div>
  );
}

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { AddFilter } from './AddFilter.tsx';
import type { CalendarShape } from './Calendar.tsx';
import { chipFields, cleared, isNarrowed } from './conditions.ts';
import { FilterChip } from './FilterChip.tsx';
import { useListModel } from './model/model.ts';
import { useListWords } from './model/words.ts';
import { QuickFilters } from './QuickFilters.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SortMenu } from './SortMenu.tsx';

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
  '&[data-folded] > :first-child': { flexBasis: '136px' },
});
const filtersClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: '1',
  minW: '0',
});
const chipsClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  flex: '0 1 auto',
  minW: '0',
  // The rings of what has the focus need their room.
  mx: '-0.5',
  px: '0.5',
  py: '1.5',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  // What goes on fades, instead of ending within a letter.
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
  /** Whether it says how many rows there are: not where those of other tabs stand, too. */
  counts?: boolean;
  /** The calendar that the rows stand in. */
  calendar?: CalendarShape | undefined;
}

/** Search, marks and filters of a list, how many rows there are and in what order. */
export function FilterBar({ folded, counts = true, calendar }: FilterBarProps) {
  return (
    <search className={barClass()} data-folded={folded || undefined}>
      <SearchBox />
      <Filters calendar={calendar} />
      {!folded && counts && <SortMenu />}
    </search>
  );
}

/** Whether something goes on at the end of what scrolls sideways. */
function useMore(of: RefObject<HTMLElement | null>, holds: string): boolean {
  const [more, setMore] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew by what it holds
  useEffect(() => {
    const box = of.current;
    if (!box) return;
    const look = () => setMore(box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    // Marks get their counts later: whatever grows within is looked at too.
    const seen = new ResizeObserver(look);
    for (const one of [box, ...box.children]) seen.observe(one);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      seen.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [of, holds]);
  return more;
}

/** The filters that are on, marks, and one more. */
function Filters({ calendar }: Pick<FilterBarProps, 'calendar'>) {
  const { definition, state, change, place } = useListModel();
  const t = useListWords();
  /** Chosen to be added, without a value yet. */
  const [added, setAdded] = useState<string | null>(null);
  const { filter } = state;
  const shown = chipFields(definition, filter, place);
  const fields = added ? [added, ...shown.filter(field => field !== added)] : shown;
  const chips = useRef<HTMLDivElement>(null);
  // A filter that was just added is looked at, however many are on.
  useLayoutEffect(() => {
    if (added) chips.current?.scrollTo({ left: 0 });
  }, [added]);
  const more = useMore(chips, fields.join());
  return (
    <div className={filtersClass()}>
      {/* What is on is in view, whatever else there would be to press. */}
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

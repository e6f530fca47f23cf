import { useAtom, useAtomValue } from 'jotai';
import { type RefObject, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useDensity } from '../../../../theme/density.ts';
import { templateOf } from '../columns/columns.ts';
import { useListModel } from '../model/model.ts';
import { holdsRow, NOTHING } from '../model/selection.ts';
import { useFocusBack } from '../useFocusBack.ts';
import { useListKeys } from '../useListKeys.ts';
import { Head } from './Head.tsx';
import { ListRow } from './ListRow.tsx';
import { RowSkeleton } from './RowSkeleton.tsx';
import { boxClass, CARD_HEIGHT, FOLDED_HEIGHT, lengthClass, windowClass } from './row-look.ts';
import type { RowView } from './row-view.ts';
import { useGridPointer } from './useGridPointer.ts';
import { useLeavingRows } from './useLeavingRows.ts';
import { BULK_PADDING, useRenderedRows } from './useRenderedRows.ts';

interface GridProps {
  box: RefObject<HTMLDivElement | null>;
  view: RowView;
  onResize: (field: string, width: number) => void;
  /** Moves a column before another one; null for the end. */
  onMove: (field: string, before: string | null) => void;
}

const HEAD = 32;

/** Rows of a list: virtualized, loaded while scrolling, with keyboard navigation. */
export function Grid({ box, view, onResize, onMove }: GridProps) {
  const { list, state, query, selection, current } = useListModel();
  const { ids, marks, total, phase } = useAtomValue(list.view);
  const [chosen, choose] = useAtom(selection);
  const [{ id: currentId, ring }, setCurrent] = useAtom(current);
  const { rowHeight: tableHeight } = useDensity();
  const prefix = useId();
  const { mode, columns, selects, context } = view;
  const rowHeight = { table: tableHeight, folded: FOLDED_HEIGHT, card: CARD_HEIGHT }[mode];
  const foot = chosen.all || chosen.ids.size > 0 ? BULK_PADDING : 0;
  const rows = useRenderedRows({
    box,
    list,
    ids,
    rowHeight,
    head: mode === 'card' ? 0 : HEAD,
    foot,
    opened: state.open,
  });
  const { takeNew } = useListKeys({ box, rows, ids });
  const pointer = useGridPointer(ids, view);
  useFocusBack(box);
  useLeavingRows();
  const latest = useRef(query);
  useLayoutEffect(() => {
    if (latest.current === query) return;
    latest.current = query;
    rows.toTop();
    choose(NOTHING);
    setCurrent({ id: null, ring: false });
  });
  const { template, width } = useMemo(() => templateOf(columns, selects ? undefined : 0), [columns, selects]);
  const items = rows.items.filter(item => item.index < ids.length);
  const shown = items.some(item => ids[item.index] === currentId);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are drawn only where one looks cannot stand in a table
    <div
      ref={box}
      role="grid"
      tabIndex={0}
      aria-label={context.t('plural')}
      aria-multiselectable={selects || undefined}
      aria-rowcount={(total ?? ids.length) + 1}
      aria-colcount={mode === 'table' ? columns.length + (selects ? 1 : 0) : undefined}
      aria-activedescendant={shown && currentId ? `${prefix}${currentId}` : undefined}
      aria-busy={phase === 'renewing' || undefined}
      data-ring={ring || undefined}
      className={boxClass()}
      onFocus={event => {
        if (event.target === event.currentTarget && event.target.matches(':focus-visible'))
          setCurrent(({ id }) => ({ id: id ?? ids[0] ?? null, ring: true }));
      }}
      onScroll={event => rows.scrolled(event.currentTarget.scrollTop)}
      {...pointer}
      style={{ '--columns': mode === 'folded' ? FOLDED_COLUMNS : template, scrollPaddingTop: HEAD }}
    >
      <div role="presentation" className={lengthClass()} style={{ minWidth: mode === 'table' ? width : undefined }}>
        <Head view={view} onResize={onResize} onMove={onMove} onTakeNew={takeNew} />
        <div role="presentation" className={lengthClass()} style={{ height: rows.height }}>
          <div role="presentation" className={windowClass()} style={{ transform: `translateY(${rows.offset}px)` }}>
            {items.map(({ index }) => {
              const id = ids[index];
              return id ? (
                <ListRow
                  key={id}
                  elementId={`${prefix}${id}`}
                  id={id}
                  index={index}
                  view={view}
                  opened={id === state.open}
                  selected={holdsRow(chosen, id)}
                  current={id === currentId}
                  mark={marks.get(id)}
                />
              ) : (
                <RowSkeleton key={`hole-${index}`} index={index} view={view} />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

const FOLDED_COLUMNS = '38px minmax(0, 1fr)';

import { useAtomValue } from 'jotai';
import { memo, useRef } from 'react';
import type { Mark } from '../../../list/row-order.ts';
import { recordAtom } from '../../../records/records.ts';
import { rowClass } from '../../layout/row.ts';
import { useShown } from '../model/revealed.ts';
import { CardCells } from './CardCells.tsx';
import { FoldedCells } from './FoldedCells.tsx';
import { asRow } from './GridCell.tsx';
import { RowSkeleton } from './RowSkeleton.tsx';
import { cardClass } from './row-look.ts';
import type { RowView } from './row-view.ts';
import { TableCells } from './TableCells.tsx';
import { useGlow } from './useGlow.ts';

export interface ListRowProps {
  /** Id of the element, by which the grid tells screen readers the current row. */
  elementId: string;
  id: string;
  index: number;
  view: RowView;
  opened: boolean;
  selected: boolean;
  current: boolean;
  mark: Mark | undefined;
}

/** A row of a list: subscribes to its record only, and renders again only when that or its own state changes. */
export const ListRow = memo(function ListRow({ elementId, id, index, view, ...is }: ListRowProps) {
  const entry = useAtomValue(recordAtom(view.definition.name, id));
  const element = useRef<HTMLDivElement>(null);
  const changed = useGlow(entry?.changed ?? null, element);
  const row = useShown(entry?.patch ? { ...entry.row, ...entry.patch } : entry?.row);
  if (!row) return <RowSkeleton index={index} view={view} />;
  const { mode } = view;
  const state = is.opened ? 'opened' : is.selected ? 'selected' : 'plain';
  const unread = view.unread?.(row) ?? false;
  const Cells = CELLS[mode];
  return (
    <div
      ref={element}
      {...asRow(index + 2, view.selects ? is.selected : undefined)}
      id={elementId}
      data-index={index}
      data-current={is.current || undefined}
      data-picks={(mode === 'card' && view.selects) || undefined}
      data-mark={is.mark}
      data-changed={changed || undefined}
      data-opened={is.opened || undefined}
      data-unread={unread || undefined}
      title={is.mark === 'gone' ? view.context.t('kit:list.gone') : undefined}
      className={mode === 'card' ? cardClass() : rowClass({ state, changed, folded: mode === 'folded' })}
    >
      <Cells row={row} view={view} selected={is.selected} />
    </div>
  );
});

const CELLS = { table: TableCells, folded: FoldedCells, card: CardCells };

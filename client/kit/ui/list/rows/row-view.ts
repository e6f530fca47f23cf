import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ReactNode } from 'react';
import type { Row } from '../../../base/matches.ts';
import type { Column } from '../columns/columns.ts';
import type { CellContext, Cells } from './cells.tsx';

/** How a module renders its rows; the rest is rendered by kind of field. */
export interface RowDrawing<R, N extends string = string> {
  /** Cells of columns by field. */
  cells?: Cells<R, N>;
  /** Two lines of 44 px while the list is folded beside a drawer: a `FoldedRow`. */
  folded?: (row: R, context: CellContext) => ReactNode;
  /** A card on phones: a `CardRow`. */
  card?: (row: R, context: CellContext) => ReactNode;
  /** Shown in semibold. */
  unread?: (row: R) => boolean;
}

export type Mode = 'table' | 'folded' | 'card';

/** Shared by all rows of a list; the same object as long as nothing changes. */
export interface RowView extends RowDrawing<Row> {
  definition: Definition;
  mode: Mode;
  columns: readonly Column[];
  /** Amounts of a folded row, of which the first names them in its head. */
  sums: readonly Column[];
  /** Rows can be selected. */
  selects: boolean;
  /** The columns exceed the width: the first ones stay fixed. */
  scrolls: boolean;
  context: CellContext;
}

export interface CellsProps {
  row: Row;
  view: RowView;
  selected: boolean;
}

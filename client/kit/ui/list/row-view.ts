import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { ReactNode } from 'react';
import type { Row } from '../../base/matches.ts';
import type { CellContext, Cells } from './cells.tsx';
import type { Column } from './columns.ts';

/** How a module draws its rows; what it leaves out the kit draws by the kinds of the fields. */
export interface RowDrawing<R> {
  /** Cells of columns, by field. */
  cells?: Cells<R>;
  /** Two lines of 44 px while the list is folded beside a drawer: a `FoldedRow`. */
  folded?: (row: R, context: CellContext) => ReactNode;
  /** A card of a phone: a `CardRow`. */
  card?: (row: R, context: CellContext) => ReactNode;
  /** Set in semibold. */
  unread?: (row: R) => boolean;
}

export type Mode = 'table' | 'folded' | 'card';

/** Everything that all rows of a list share; the same object as long as nothing of it changes. */
export interface RowView extends RowDrawing<Row> {
  definition: Definition;
  mode: Mode;
  columns: readonly Column[];
  /** Rows can be chosen. */
  selects: boolean;
  /** The columns need more room than there is: the first ones stay. */
  scrolls: boolean;
  context: CellContext;
}

export interface CellsProps {
  row: Row;
  view: RowView;
  selected: boolean;
}
